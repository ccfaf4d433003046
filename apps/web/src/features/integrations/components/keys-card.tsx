import { Button } from '@mantine/core';
import type { ServiceKeyRow } from '@yardage/contract/service-keys';
import { useState } from 'react';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { Card } from '#web/patterns/card.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { RowMenu } from '#web/patterns/row-menu.tsx';
import { type StatusKind, StatusMark } from '#web/patterns/status-mark.tsx';
import type { KeyCalls } from '../integrations.api.ts';
import { INTEGRATIONS_MESSAGES, INTEGRATION_KEYS_MESSAGES as MESSAGES } from '../integrations.messages.ts';
import classes from './integrations.module.css';
import type { KeyOptions } from './key-dialog.tsx';
import type { KeyTask } from './key-dialogs.tsx';

const KeyDialogs = lazyOpened(() => import('./key-dialogs.tsx').then(({ KeyDialogs }) => KeyDialogs));
const KINDS: Record<ServiceKeyRow['state'], StatusKind> = { active: 'active', expired: 'pending', revoked: 'ended' };
const MANY = 3;

interface KeysCardProps {
  keys: readonly ServiceKeyRow[];
  calls: KeyCalls;
  options: KeyOptions;
}

/** The keys of an owner: make, rotate and revoke. A secret is shown once. */
export function KeysCard({ keys, calls, options }: KeysCardProps) {
  const { dateTime } = useFormats();
  const [task, setTask] = useState<KeyTask>();
  const title = options.permissions ? MESSAGES.customerTitle : MESSAGES.title;
  const grantsOf = ({ scopes }: ServiceKeyRow): string => {
    const names: Readonly<Record<string, string>> = MESSAGES.permissionNames;
    if (scopes.length > MANY && !options.permissions) return MESSAGES.scopeCount(scopes.length);
    return scopes.map((scope) => names[scope] ?? scope).join(', ');
  };
  const lastUsed = ({ lastUsedAt }: ServiceKeyRow) => (lastUsedAt ? dateTime(lastUsedAt) : MESSAGES.neverUsed);
  const expiry = ({ expiresAt }: ServiceKeyRow) => (expiresAt ? dateTime(expiresAt) : MESSAGES.never);
  return (
    <Card
      title={title}
      aside={
        <Button size="compact-sm" variant="subtle" leftSection={<Icon name="plus" size={16} />} onClick={() => setTask({ kind: 'add' })}>
          {MESSAGES.add}
        </Button>
      }
    >
      <LineTable
        label={title}
        lines={keys}
        lineKey={({ id }) => id}
        emptyText={MESSAGES.empty}
        columns={[
          {
            header: INTEGRATIONS_MESSAGES.name,
            isText: true,
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
              <RowMenu
                label={INTEGRATIONS_MESSAGES.actionsOf(key.name)}
                items={[
                  ...(calls.rotate ? [{ label: MESSAGES.rotate, run: () => setTask({ kind: 'rotate', key }) }] : []),
                  { label: MESSAGES.revoke, run: () => setTask({ kind: 'revoke', key }) },
                ]}
              />
            ),
        }}
      />
      <MountOnceNeeded isNeeded={task !== undefined}>
        <KeyDialogs task={task} calls={calls} options={options} onClose={() => setTask(undefined)} />
      </MountOnceNeeded>
    </Card>
  );
}
