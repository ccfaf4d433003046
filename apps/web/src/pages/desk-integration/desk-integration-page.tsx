import { Anchor } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { SUPPLY_EVENT_TYPES } from '@yardage/contract/events';
import { resourceName } from '@yardage/domain/resource-name';
import classes from '#web/features/integrations/components/integrations.module.css';
import { KeysCard } from '#web/features/integrations/components/keys-card.tsx';
import { DifferencesCard, FreshnessCard, RefusedCard, ShowMore, WaitingCard } from '#web/features/integrations/components/supply-cards.tsx';
import { WebhooksCard } from '#web/features/integrations/components/webhooks-card.tsx';
import {
  DESK_KEYS,
  DESK_WEBHOOKS,
  deskKeysQuery,
  deskWebhooksQuery,
  differencesQuery,
  freshnessQuery,
  integrationOptionsQuery,
  refusedQuery,
  waitingQuery,
} from '#web/features/integrations/integrations.api.ts';
import {
  INTEGRATIONS_MESSAGES as MESSAGES,
  INTEGRATION_SUPPLY_MESSAGES as SUPPLY_MESSAGES,
} from '#web/features/integrations/integrations.messages.ts';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { FilterSelect } from '#web/patterns/filter-select.tsx';
import { tabId, ViewTabs } from '#web/patterns/view-tabs.tsx';

const PANEL_ID = 'desk-integration-view';
const tabs = () =>
  (['keys', 'webhooks', 'deliveries', 'differences'] as const).map((value) => ({ value, label: MESSAGES.viewNames[value] }));

/** Integration at the desk: the supplier's keys and webhooks, and the state of its deliveries. */
export function DeskIntegrationPage() {
  const { view } = useSearch({ from: '/shell/desk/integration' });
  const navigate = useNavigate();
  return (
    <div className={classes.stack}>
      <header className={classes.head}>
        <p className={classes.context}>{MESSAGES.deskContext}</p>
        <Anchor href="/docs">{MESSAGES.docs}</Anchor>
      </header>
      <ViewTabs
        label={MESSAGES.views}
        tabs={tabs()}
        value={view}
        onChange={(chosen) => void navigate({ to: '/desk/integration', search: { view: chosen } })}
        panelId={PANEL_ID}
      />
      <div id={PANEL_ID} role="tabpanel" aria-labelledby={tabId(PANEL_ID, view)} className={classes.stack}>
        {view === 'keys' ? <Keys /> : null}
        {view === 'webhooks' ? <Webhooks /> : null}
        {view === 'deliveries' ? <Deliveries /> : null}
        {view === 'differences' ? <Differences /> : null}
      </div>
    </div>
  );
}

/** The data sources to choose from. Without them, no key or webhook can be made: none chosen would mean all. */
function useDataSources() {
  const sources = useQuery(integrationOptionsQuery());
  const dataSources = (sources.data?.dataSources ?? []).map(({ code, name }) => ({ value: code, label: `${name} (${code})` }));
  return { dataSources, sources };
}

function Keys() {
  const options = useDataSources();
  return (
    <DetailState query={useQuery(deskKeysQuery())} skeletonLines={[5]}>
      {(keys) => <KeysCard keys={keys} calls={DESK_KEYS} options={options} />}
    </DetailState>
  );
}

function Webhooks() {
  const options = useDataSources();
  return (
    <DetailState query={useQuery(deskWebhooksQuery())} skeletonLines={[5]}>
      {(webhooks) => (
        <WebhooksCard webhooks={webhooks} calls={DESK_WEBHOOKS} options={{ ...options, types: SUPPLY_EVENT_TYPES, canHidePrices: false }} />
      )}
    </DetailState>
  );
}

type Option = { value: string; label: string };

/** The filters of the records, which are in the address. */
function useSupplyFilter() {
  const search = useSearch({ from: '/shell/desk/integration' });
  const navigate = useNavigate();
  const change = (changes: { source?: string; resource?: string }): void =>
    void navigate({ to: '/desk/integration', search: { ...search, ...changes }, resetScroll: false });
  return { filter: { dataSource: search.source, resource: search.resource }, change };
}

/** Selects one of some values, or all. A value of the address that is not among them is kept. */
function RecordFilter({
  all,
  options,
  ...rest
}: {
  label: string;
  all: string;
  options: readonly Option[];
  value: string;
  onChange: (value: string) => void;
}) {
  const isKnown = rest.value === '' || options.some(({ value }) => value === rest.value);
  const unknown = isKnown ? [] : [{ value: rest.value, label: rest.value }];
  return <FilterSelect options={[{ value: '', label: all }, ...options, ...unknown]} {...rest} />;
}

interface Pages<Item> {
  pages: readonly { items: readonly Item[]; total: number }[];
}

/** All fetched records of a list as one answer. */
const joined = <Item,>(data: Pages<Item> | undefined) =>
  data && { items: data.pages.flatMap(({ items }) => items), total: data.pages.at(-1)?.total ?? 0 };

function Deliveries() {
  const { filter, change } = useSupplyFilter();
  const { dataSources } = useDataSources();
  const freshness = useQuery(freshnessQuery());
  const waiting = useInfiniteQuery(waitingQuery(filter));
  const refused = useInfiniteQuery(refusedQuery(filter));
  // A record that waits or was refused was delivered, so its resource is among these.
  const resources = [...new Set(freshness.data?.items.map(({ resource }) => resource))];
  return (
    <>
      <DetailState query={freshness} skeletonLines={[5]}>
        {(data) => <FreshnessCard {...data} />}
      </DetailState>
      <div className={classes.filters}>
        <RecordFilter
          label={SUPPLY_MESSAGES.dataSource}
          all={SUPPLY_MESSAGES.anySource}
          options={dataSources}
          value={filter.dataSource}
          onChange={(source) => change({ source })}
        />
        <RecordFilter
          label={SUPPLY_MESSAGES.resource}
          all={SUPPLY_MESSAGES.anyResource}
          options={resources.map((value) => ({ value, label: resourceName(value) }))}
          value={filter.resource}
          onChange={(resource) => change({ resource })}
        />
      </div>
      <DetailState query={{ ...waiting, data: joined(waiting.data) }} skeletonLines={[3]}>
        {(data) => <WaitingCard {...data} more={<ShowMore query={waiting} />} />}
      </DetailState>
      <DetailState query={{ ...refused, data: joined(refused.data) }} skeletonLines={[3]}>
        {(data) => <RefusedCard {...data} more={<ShowMore query={refused} />} />}
      </DetailState>
    </>
  );
}

function Differences() {
  const { filter, change } = useSupplyFilter();
  const { dataSources } = useDataSources();
  const differences = useInfiniteQuery(differencesQuery(filter));
  return (
    <>
      <div className={classes.filters}>
        <RecordFilter
          label={SUPPLY_MESSAGES.dataSource}
          all={SUPPLY_MESSAGES.anySource}
          options={dataSources}
          value={filter.dataSource}
          onChange={(source) => change({ source })}
        />
      </div>
      <DetailState query={{ ...differences, data: joined(differences.data) }} skeletonLines={[5]}>
        {(data) => <DifferencesCard {...data} more={<ShowMore query={differences} />} />}
      </DetailState>
    </>
  );
}
