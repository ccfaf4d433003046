import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { WebhookDeliveryRow, WebhookRow } from '@yardage/contract/webhooks';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Card } from '#web/patterns/card.tsx';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { SideDrawer } from '#web/patterns/side-drawer/side-drawer.tsx';
import { type StatusKind, StatusMark } from '#web/patterns/status-mark.tsx';
import type { WebhookCalls } from '../integrations.api.ts';
import { INTEGRATIONS_MESSAGES } from '../integrations.messages.ts';
import classes from './integrations.module.css';

const MESSAGES = INTEGRATIONS_MESSAGES.webhooks;
const KINDS: Record<WebhookDeliveryRow['state'], StatusKind> = { waiting: 'pending', delivered: 'done', failed: 'ended' };
const POLL_MS = 5000;

interface DeliveriesDrawerProps {
  /** Undefined while the drawer is closed. */
  webhook: WebhookRow | undefined;
  calls: WebhookCalls;
  onClose: () => void;
}

/** The messages to a webhook with the answers of its receiver. */
export function DeliveriesDrawer({ webhook, calls, onClose }: DeliveriesDrawerProps) {
  const shown = useLast(webhook);
  const { dateTime } = useFormats();
  const queryClient = useQueryClient();
  const queryKey = ['webhook-deliveries', calls.listId, shown?.id] as const;
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => calls.deliveries(shown?.id ?? 0, signal),
    enabled: webhook !== undefined,
    refetchInterval: POLL_MS,
    meta: { isSilent: true },
  });
  const replaying = useWrite({
    write: async (deliveryId: number, attempt) => calls.replayDelivery?.(shown?.id ?? 0, deliveryId, attempt),
    meta: { failureTitle: MESSAGES.replayFailed, failureText: MESSAGES.replayFailed, prefersServerMessage: true },
    onSuccess: () => toasts.show({ kind: 'success', title: MESSAGES.sentAgain }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  const answerOf = ({ lastStatus, lastError }: WebhookDeliveryRow) =>
    lastError ?? (lastStatus === null ? INTEGRATIONS_MESSAGES.none : String(lastStatus));
  return (
    <SideDrawer isOpen={webhook !== undefined} onClose={onClose} title={MESSAGES.deliveries} context={shown?.name}>
      <DetailState query={query} shape={[5]}>
        {(rows) => (
          <Card title={MESSAGES.deliveries}>
            <LineTable
              label={MESSAGES.deliveries}
              lines={rows}
              emptyText={MESSAGES.deliveriesEmpty}
              columns={[
                {
                  header: MESSAGES.deliveryType,
                  value: ({ type, createdAt }) => (
                    <span className={classes.main}>
                      <span>{type}</span>
                      <span className={classes.quiet}>{dateTime(createdAt)}</span>
                    </span>
                  ),
                },
                {
                  header: MESSAGES.deliveryState,
                  value: ({ state }) => <StatusMark kind={KINDS[state]}>{MESSAGES.deliveryStates[state]}</StatusMark>,
                },
                { header: MESSAGES.answer, value: answerOf },
                { header: MESSAGES.tries, value: ({ attempts }) => String(attempts), isNumber: true },
              ]}
              card={(row) => ({
                title: row.type,
                result: MESSAGES.deliveryStates[row.state],
                details: [dateTime(row.createdAt), `${MESSAGES.answer}: ${answerOf(row)}`, `${MESSAGES.tries}: ${row.attempts}`],
              })}
              {...(calls.replayDelivery && {
                action: {
                  header: INTEGRATIONS_MESSAGES.actions,
                  cell: ({ id }: WebhookDeliveryRow) => (
                    <Button size="compact-sm" variant="subtle" disabled={replaying.isPending} onClick={() => replaying.mutate(id)}>
                      {MESSAGES.sendAgain}
                    </Button>
                  ),
                },
              })}
            />
          </Card>
        )}
      </DetailState>
    </SideDrawer>
  );
}
