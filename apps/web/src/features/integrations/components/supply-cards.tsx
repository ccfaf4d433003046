import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { listDeskDifferences } from '@yardage/contract/control-totals';
import type { getDeskFreshness, listDeskRefused, listDeskWaiting } from '@yardage/contract/desk-integration';
import type { Answer } from '@yardage/contract/endpoint';
import { formatNumber } from '@yardage/domain/quantities';
import { resourceName } from '@yardage/domain/resource-name';
import { type ReactNode, useState } from 'react';
import { formatAmount } from '#web/lib/formats/number-format.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Card } from '#web/patterns/card.tsx';
import { ConfirmDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { forgetRecord, OPEN_RECORD_KEYS, type OpenRecordName } from '../integrations.api.ts';
import { INTEGRATIONS_MESSAGES, INTEGRATION_SUPPLY_MESSAGES as MESSAGES } from '../integrations.messages.ts';
import classes from './integrations.module.css';

/** The records that were fetched, and a button for more. */
type Records<E extends typeof listDeskWaiting | typeof listDeskRefused | typeof listDeskDifferences> = Pick<
  Answer<E>,
  'items' | 'total'
> & {
  more: ReactNode;
};

/** Fetches the next page of a list, if there is one. */
export function ShowMore({ query }: { query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown } }) {
  if (!query.hasNextPage) return null;
  return (
    <Button variant="default" className={classes.more} loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      {MESSAGES.more}
    </Button>
  );
}

/** Returns how many records there are, and how many of them are shown if not all. */
const totalText = (shown: number, total: number): string =>
  shown < total ? MESSAGES.total(formatNumber(shown), formatNumber(total)) : formatNumber(total);

const ageText = (seconds: number): string => {
  if (seconds < 3600) return MESSAGES.minutes(Math.floor(seconds / 60));
  return seconds < 48 * 3600 ? MESSAGES.hours(Math.floor(seconds / 3600)) : MESSAGES.days(Math.floor(seconds / 86_400));
};

/** When each resource of each data source was last delivered (FED-13). */
export function FreshnessCard({ items }: Answer<typeof getDeskFreshness>) {
  const { dateTime } = useFormats();
  return (
    <Card title={MESSAGES.freshness}>
      <LineTable
        label={MESSAGES.freshness}
        lines={items}
        emptyText={MESSAGES.freshnessEmpty}
        columns={[
          { header: MESSAGES.dataSource, value: ({ dataSource }) => dataSource },
          { header: MESSAGES.resource, value: ({ resource }) => resourceName(resource) },
          { header: MESSAGES.delivered, isWhole: true, value: ({ deliveredAt }) => dateTime(deliveredAt) },
          { header: MESSAGES.age, value: ({ ageSeconds }) => ageText(ageSeconds), isNumber: true },
          { header: MESSAGES.waiting, value: ({ waiting }) => formatNumber(waiting), isNumber: true },
          { header: MESSAGES.refused, value: ({ refused }) => formatNumber(refused), isNumber: true },
        ]}
        card={({ dataSource, resource, deliveredAt, ageSeconds, waiting, refused }) => ({
          title: `${resourceName(resource)} · ${dataSource}`,
          result: ageText(ageSeconds),
          details: [
            dateTime(deliveredAt),
            `${MESSAGES.waiting}: ${formatNumber(waiting)}`,
            `${MESSAGES.refused}: ${formatNumber(refused)}`,
          ],
        })}
      />
    </Card>
  );
}

/** Asks before a record that was delivered by mistake is withdrawn. Returns the row action of tables with such records, and the dialog. */
function useWithdrawal() {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<OpenRecordName>();
  const last = useLast(asked);
  const done = () => setAsked(undefined);
  const withdrawing = useWrite({
    write: (record: OpenRecordName, attempt) => forgetRecord(record, attempt),
    meta: { failureTitle: MESSAGES.withdrawFailed, failureText: MESSAGES.withdrawFailed, prefersServerMessage: true },
    onSuccess: () => toasts.show({ kind: 'success', title: MESSAGES.withdrawn }),
    onDone: done,
    onFailed: done,
    onSettled: () => Promise.all(OPEN_RECORD_KEYS.map((id) => queryClient.invalidateQueries({ queryKey: [id] }))),
  });
  const action = {
    header: INTEGRATIONS_MESSAGES.actions,
    cell: (record: OpenRecordName) => (
      <Button size="compact-sm" variant="subtle" aria-label={`${MESSAGES.withdraw}: ${nameOf(record)}`} onClick={() => setAsked(record)}>
        {MESSAGES.withdraw}
      </Button>
    ),
  };
  const dialog = (
    <ConfirmDialog
      isOpen={asked !== undefined}
      onClose={done}
      title={MESSAGES.withdrawTitle(last ? nameOf(last) : '')}
      confirmText={MESSAGES.withdraw}
      isBusy={withdrawing.isPending}
      onConfirm={() => asked && withdrawing.mutate(asked)}
    >
      {MESSAGES.withdrawText}
    </ConfirmDialog>
  );
  return { action, dialog };
}

const nameOf = ({ resource, key }: Pick<OpenRecordName, 'resource' | 'key'>): string => `${resourceName(resource)} ${key}`;

/** Records that wait for others, with their age and what they wait for (FED-05). */
export function WaitingCard({ items, total, more }: Records<typeof listDeskWaiting>) {
  const { action, dialog } = useWithdrawal();
  const waitsFor = (refs: (typeof items)[number]['waitsFor']) =>
    refs.map(({ resource, key }) => `${resourceName(resource)} ${key}`).join(', ');
  return (
    <Card title={MESSAGES.waiting} aside={<span className={classes.quiet}>{totalText(items.length, total)}</span>}>
      <LineTable
        label={MESSAGES.waiting}
        lines={items}
        emptyText={MESSAGES.waitingEmpty}
        columns={[
          { header: MESSAGES.record, isText: true, value: nameOf },
          { header: MESSAGES.dataSource, value: ({ dataSource }) => dataSource },
          { header: MESSAGES.waitsFor, value: (record) => waitsFor(record.waitsFor) },
          { header: MESSAGES.age, value: ({ ageSeconds }) => ageText(ageSeconds), isNumber: true },
        ]}
        card={(record) => ({
          title: nameOf(record),
          result: ageText(record.ageSeconds),
          details: [record.dataSource, `${MESSAGES.waitsFor}: ${waitsFor(record.waitsFor)}`],
        })}
        action={action}
      />
      {more}
      {dialog}
    </Card>
  );
}

/** Records that were refused, with the reasons (FED-06). */
export function RefusedCard({ items, total, more }: Records<typeof listDeskRefused>) {
  const { action, dialog } = useWithdrawal();
  const reasons = (errors: (typeof items)[number]['errors']) =>
    Object.entries(errors).flatMap(([field, messages]) => messages.map((message) => `${field}: ${message}`));
  return (
    <Card title={MESSAGES.refused} aside={<span className={classes.quiet}>{totalText(items.length, total)}</span>}>
      <LineTable
        label={MESSAGES.refused}
        lines={items}
        emptyText={MESSAGES.refusedEmpty}
        columns={[
          { header: MESSAGES.record, isText: true, value: nameOf },
          { header: MESSAGES.dataSource, value: ({ dataSource }) => dataSource },
          {
            header: MESSAGES.reasons,
            value: ({ errors }) => (
              <ul className={classes.errors}>
                {reasons(errors).map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            ),
          },
          { header: MESSAGES.age, value: ({ ageSeconds }) => ageText(ageSeconds), isNumber: true },
        ]}
        card={({ resource, key, dataSource, errors, ageSeconds }) => ({
          title: `${resourceName(resource)} ${key}`,
          result: ageText(ageSeconds),
          details: [dataSource, ...new Set(reasons(errors))],
        })}
        action={action}
      />
      {more}
      {dialog}
    </Card>
  );
}

/** Where the supplier's control totals and ours differ (FED-12). */
export function DifferencesCard({ items, total, more }: Records<typeof listDeskDifferences>) {
  const { dateTime } = useFormats();
  type Difference = (typeof items)[number];
  const figure = (measure: Difference['measure'], value: number | null): string => {
    if (value === null) return MESSAGES.missing;
    return measure === 'amount' ? formatAmount(value) : formatNumber(value);
  };
  const titleOf = ({ kind, subject, key }: Difference) => `${MESSAGES.kinds[kind]} · ${key ?? subject}`;
  return (
    <Card title={MESSAGES.differences} aside={<span className={classes.quiet}>{totalText(items.length, total)}</span>}>
      <LineTable
        label={MESSAGES.differences}
        lines={items}
        emptyText={MESSAGES.differencesEmpty}
        columns={[
          { header: MESSAGES.dataSource, value: ({ dataSource }) => dataSource },
          { header: MESSAGES.resource, value: ({ kind }) => MESSAGES.kinds[kind] },
          { header: MESSAGES.subject, value: ({ subject }) => subject },
          { header: MESSAGES.record, value: ({ key }) => key ?? MESSAGES.wholeTotal },
          { header: MESSAGES.measure, value: ({ measure }) => MESSAGES.measures[measure] },
          { header: MESSAGES.theirs, value: ({ measure, theirs }) => figure(measure, theirs), isNumber: true },
          { header: MESSAGES.ours, value: ({ measure, ours }) => figure(measure, ours), isNumber: true },
          { header: MESSAGES.compared, isWhole: true, value: ({ comparedAt }) => dateTime(comparedAt) },
        ]}
        card={(difference) => ({
          title: titleOf(difference),
          result: MESSAGES.measures[difference.measure],
          details: [
            `${difference.dataSource} · ${difference.subject}`,
            `${MESSAGES.theirs}: ${figure(difference.measure, difference.theirs)} · ${MESSAGES.ours}: ${figure(difference.measure, difference.ours)}`,
            dateTime(difference.comparedAt),
          ],
        })}
      />
      {more}
    </Card>
  );
}
