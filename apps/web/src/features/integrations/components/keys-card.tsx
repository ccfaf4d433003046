import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ServiceKeyRow } from '@yardage/contract/service-keys';
import { useState } from 'react';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Card } from '#web/patterns/card.tsx';
import { ConfirmDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { type StatusKind, StatusMark } from '#web/patterns/status-mark.tsx';
import type { KeyCalls } from '../integrations.api.ts';
import { INTEGRATIONS_MESSAGES } from '../integrations.messages.ts';
import classes from './integrations.module.css';
import { KeyDialog, type KeyOptions } from './key-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { SecretDialog, type ShownSecret } from './secret-dialog.tsx';

const MESSAGES = INTEGRATIONS_MESSAGES.keys;
const KINDS: Record<ServiceKeyRow['state'], StatusKind> = { active: 'active', expired: 'pending', revoked: 'ended' };
const MANY = 3;

interface KeysCardProps {
  keys: readonly ServiceKeyRow[];
  calls: KeyCalls;
  options: KeyOptions;
}

/** The keys of an owner: make, rotate and revoke. A secret is shown once. */
export function KeysCard({ keys, calls, options }: KeysCardProps) {
  const { date, dateTime } = useFormats();
  const queryClient = useQueryClient();
  const [isAdding, setIsAdding] = useState(false);
  const [rotated, setRotated] = useState<ServiceKeyRow>();
  const [doomed, setDoomed] = useState<ServiceKeyRow>();
  const [secret, setSecret] = useState<ShownSecret>();
  const lastDoomed = useLast(doomed);
  const refresh = () => queryClient.invalidateQueries({ queryKey: [calls.listId] });
  const revoking = useWrite({
    write: ({ id }: ServiceKeyRow, attempt) => calls.revoke(id, attempt),
    meta: { failureTitle: MESSAGES.revokeFailed, failureText: MESSAGES.revokeFailed, prefersServerMessage: true },
    onSuccess: () => toasts.show({ kind: 'success', title: MESSAGES.revoked }),
    onDone: () => setDoomed(undefined),
    onRefused: () => setDoomed(undefined),
    onSettled: refresh,
  });
  const title = options.permissions ? MESSAGES.customerTitle : MESSAGES.title;
  const grantsOf = ({ scopes }: ServiceKeyRow): string => {
    const names: Readonly<Record<string, string>> = MESSAGES.permissionNames;
    if (scopes.length > MANY && !options.permissions) return MESSAGES.scopeCount(scopes.length);
    return scopes.map((scope) => names[scope] ?? scope).join(', ');
  };
  const lastUsed = ({ lastUsedAt }: ServiceKeyRow) => (lastUsedAt ? dateTime(lastUsedAt) : MESSAGES.neverUsed);
  const expiry = ({ expiresAt }: ServiceKeyRow) => (expiresAt ? date(expiresAt) : MESSAGES.never);
  return (
    <Card
      title={title}
      aside={
        <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setIsAdding(true)}>
          {MESSAGES.add}
        </Button>
      }
    >
      <LineTable
        label={title}
        lines={keys}
        emptyText={MESSAGES.empty}
        columns={[
          {
            header: INTEGRATIONS_MESSAGES.name,
            value: (key) => (
              <span className={classes.main}>
                <span>{key.name}</span>
                <span className={classes.code}>{`${key.prefix}…`}</span>
              </span>
            ),
          },
          {
            header: INTEGRATIONS_MESSAGES.state,
            value: ({ state }) => <StatusMark kind={KINDS[state]}>{MESSAGES.states[state]}</StatusMark>,
          },
          { header: options.permissions ? MESSAGES.permissions : MESSAGES.scopes, value: grantsOf },
          ...(options.dataSources
            ? [
                {
                  header: INTEGRATIONS_MESSAGES.dataSources,
                  value: ({ dataSources }: ServiceKeyRow) => dataSources?.join(', ') ?? INTEGRATIONS_MESSAGES.allSources,
                },
              ]
            : []),
          { header: MESSAGES.expires, value: expiry },
          { header: MESSAGES.lastUsed, value: lastUsed },
          { header: MESSAGES.madeBy, value: ({ createdBy }) => createdBy ?? MESSAGES.byCommand },
        ]}
        card={(key) => ({
          title: key.name,
          result: MESSAGES.states[key.state],
          details: [`${key.prefix}…`, grantsOf(key), `${MESSAGES.expires}: ${expiry(key)}`, `${MESSAGES.lastUsed}: ${lastUsed(key)}`],
        })}
        action={{
          header: INTEGRATIONS_MESSAGES.actions,
          cell: (key) =>
            key.state === 'revoked' ? null : (
              <div className={classes.rowActions}>
                {calls.rotate ? (
                  <Button size="compact-sm" variant="subtle" onClick={() => setRotated(key)}>
                    {MESSAGES.rotate}
                  </Button>
                ) : null}
                <Button size="compact-sm" variant="subtle" onClick={() => setDoomed(key)}>
                  {MESSAGES.revoke}
                </Button>
              </div>
            ),
        }}
      />
      <KeyDialog
        isOpen={isAdding}
        calls={calls}
        options={options}
        onMade={({ key, secret: made }) => setSecret({ kind: 'key', name: key.name, secret: made })}
        onClose={() => setIsAdding(false)}
      />
      {calls.rotate ? (
        <RotateDialog
          target={rotated}
          rotate={calls.rotate}
          onRotated={(name, made) => {
            void refresh();
            setSecret({ kind: 'key', name, secret: made });
          }}
          onClose={() => setRotated(undefined)}
        />
      ) : null}
      <ConfirmDialog
        isOpen={doomed !== undefined}
        onClose={() => setDoomed(undefined)}
        title={MESSAGES.revokeTitle(lastDoomed?.name ?? '')}
        confirmText={MESSAGES.revoke}
        isBusy={revoking.isPending}
        onConfirm={() => doomed && revoking.mutate(doomed)}
      >
        {MESSAGES.revokeText}
      </ConfirmDialog>
      <SecretDialog shown={secret} onClose={() => setSecret(undefined)} />
    </Card>
  );
}
