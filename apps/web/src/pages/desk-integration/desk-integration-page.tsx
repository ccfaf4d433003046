import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { SUPPLY_EVENT_TYPES } from '@yardage/contract/events';
import classes from '#web/features/integrations/components/integrations.module.css';
import { KeysCard } from '#web/features/integrations/components/keys-card.tsx';
import { DifferencesCard, FreshnessCard, RefusedCard, WaitingCard } from '#web/features/integrations/components/supply-cards.tsx';
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
import { INTEGRATIONS_MESSAGES as MESSAGES } from '#web/features/integrations/integrations.messages.ts';
import { DetailState } from '#web/patterns/detail-state.tsx';
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

function Deliveries() {
  return (
    <>
      <DetailState query={useQuery(freshnessQuery())} skeletonLines={[5]}>
        {(data) => <FreshnessCard {...data} />}
      </DetailState>
      <DetailState query={useQuery(waitingQuery())} skeletonLines={[3]}>
        {(data) => <WaitingCard {...data} />}
      </DetailState>
      <DetailState query={useQuery(refusedQuery())} skeletonLines={[3]}>
        {(data) => <RefusedCard {...data} />}
      </DetailState>
    </>
  );
}

function Differences() {
  return (
    <DetailState query={useQuery(differencesQuery())} skeletonLines={[5]}>
      {(data) => <DifferencesCard {...data} />}
    </DetailState>
  );
}
