import { Button, Checkbox, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AlertFollow, AlertSettings } from '@yardage/contract/alerts';
import { ALERT_MAIL_MODES, ALERT_TYPES, type AlertType, DELIVERY_ALERTS } from '@yardage/domain/alerts';
import { ALERT_TYPE_NAMES } from '@yardage/domain/alerts.messages';
import { useState } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { discardQuestion, useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { type NotificationState, notificationState } from '#web/lib/push/push.ts';
import { putAnswer } from '#web/lib/query/put-answer.ts';
import { useLatestWrite, useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Card } from '#web/patterns/card.tsx';
import { DetailState } from '#web/patterns/detail-state.tsx';
import {
  alertSettingsQuery,
  type DeliveryAlert,
  endFollow,
  endNotifications,
  FOLLOW_WRITES,
  followsQuery,
  saveAccountFollow,
  saveAlertSettings,
  saveFollow,
  startNotifications,
} from '../alerts.api.ts';
import { ALERTS_MESSAGES as MESSAGES } from '../alerts.messages.ts';
import classes from './alerts.module.css';

/** Offered first when quiet hours are turned on. */
const QUIET = { quietFrom: 21 * 60, quietTo: 6 * 60 };

const two = (number: number): string => String(number).padStart(2, '0');
const timeOf = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
const minutesOf = (time: string): number | null => {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(time) ?? [];
  return hours && minutes ? Number(hours) * 60 + Number(minutes) : null;
};

/** How alerts reach the user besides the inbox. Each choice is saved at once. */
export function AlertChannels() {
  return (
    <Card title={MESSAGES.channels}>
      <div className={classes.section}>
        <p className={classes.hint}>{MESSAGES.channelsText}</p>
        <DetailState query={useQuery(alertSettingsQuery())} skeletonLines={[2]}>
          {(settings) => <Channels settings={settings} />}
        </DetailState>
        <PushSwitch />
      </div>
    </Card>
  );
}

function Channels({ settings }: { settings: AlertSettings }) {
  const client = useQueryClient();
  const { wanted, save } = useLatestWrite({
    write: saveAlertSettings,
    meta: { failureText: MESSAGES.notSaved },
    onSuccess: (saved) => {
      putAnswer(client, alertSettingsQuery().queryKey, saved);
      toasts.show({ kind: 'success', title: MESSAGES.saved });
    },
  });
  const shown = wanted ?? settings;
  const choose = (change: Partial<AlertSettings>): void => save({ ...shown, ...change });
  const isQuiet = shown.quietFrom !== null && shown.quietTo !== null;
  return (
    <div className={classes.choices}>
      <NativeSelect
        label={MESSAGES.mail}
        value={shown.mail}
        data={ALERT_MAIL_MODES.map((value) => ({ value, label: MESSAGES.mailModes[value] }))}
        onChange={(event) => choose({ mail: event.currentTarget.value as AlertSettings['mail'] })}
      />
      {shown.mail === 'digest' ? (
        <TimeField label={MESSAGES.digestAt} minutes={shown.digestAt} onChange={(digestAt) => choose({ digestAt })} />
      ) : null}
      <Switch
        label={MESSAGES.quietHours}
        description={MESSAGES.quietText}
        checked={isQuiet}
        onChange={(event) => choose(event.currentTarget.checked ? QUIET : { quietFrom: null, quietTo: null })}
      />
      {isQuiet ? (
        <div className={classes.pair}>
          <TimeField label={MESSAGES.quietFrom} minutes={shown.quietFrom ?? 0} onChange={(quietFrom) => choose({ quietFrom })} />
          <TimeField label={MESSAGES.quietTo} minutes={shown.quietTo ?? 0} onChange={(quietTo) => choose({ quietTo })} />
        </div>
      ) : null}
    </div>
  );
}

interface TimeFieldProps {
  label: string;
  /** The time that is stored, in minutes since midnight. */
  minutes: number;
  onChange: (minutes: number) => void;
}

/** A time of day. It is saved with Enter or when the field is left, because it is not complete while it is typed. */
function TimeField({ label, minutes, onChange }: TimeFieldProps) {
  const [typed, setTyped] = useState(timeOf(minutes));
  const [stored, setStored] = useState(minutes);
  if (stored !== minutes) {
    setStored(minutes);
    setTyped(timeOf(minutes));
  }
  const chosen = minutesOf(typed);
  const isChanged = chosen !== null && chosen !== minutes;
  useUnsavedInput({ isChanged, isSending: false });
  const save = (): void => {
    if (isChanged) onChange(chosen);
  };
  return (
    <TextInput
      type="time"
      label={label}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save();
      }}
      onBlur={() => {
        // The question whether to discard it has taken the focus.
        if (discardQuestion.get() === null) save();
      }}
    />
  );
}

const PUSH_KEY = ['alerts.push-state'];
const PUSH_TEXTS: Readonly<Record<NotificationState, () => string>> = {
  unsupported: () => MESSAGES.pushUnsupported,
  denied: () => MESSAGES.pushDenied,
  off: () => MESSAGES.pushText,
  on: () => MESSAGES.pushText,
};

/** Turns notifications of this browser on and off, or says why it has none. */
function PushSwitch() {
  const client = useQueryClient();
  const state = useQuery({ queryKey: PUSH_KEY, queryFn: notificationState }).data;
  const switching = useMutation({
    mutationFn: async (isOn: boolean) => (isOn ? startNotifications() : endNotifications()),
    meta: { failureText: MESSAGES.pushFailed, noResponseText: MESSAGES.pushFailed },
    onSettled: () => client.invalidateQueries({ queryKey: PUSH_KEY }),
  });
  if (!state) return null;
  return (
    <Switch
      className={classes.push}
      label={MESSAGES.push}
      description={PUSH_TEXTS[state]()}
      checked={switching.isPending ? switching.variables : state === 'on'}
      disabled={state === 'unsupported' || state === 'denied'}
      aria-disabled={switching.isPending}
      onChange={(event) => !switching.isPending && switching.mutate(event.currentTarget.checked)}
    />
  );
}

/** What the user follows at the selected customer: events of the account, orders and jobs. */
export function AlertFollows({ canSee }: { canSee: (type: AlertType) => boolean }) {
  const customer = useCustomer();
  const query = useQuery(followsQuery(customer));
  const client = useQueryClient();
  const onSuccess = (follows: AlertFollow[]): void => {
    putAnswer(client, followsQuery(customer).queryKey, follows);
    toasts.show({ kind: 'success', title: MESSAGES.saved });
  };
  const meta = { failureText: MESSAGES.notSaved };
  const choosing = useLatestWrite({
    write: (types: AlertType[], attempt) => saveAccountFollow(customer, types, attempt),
    scope: FOLLOW_WRITES,
    meta,
    onSuccess,
  });
  const isAccount = ({ orderId, job }: AlertFollow): boolean => orderId === null && job === null;
  return (
    <>
      <Card title={MESSAGES.account(customer.displayName)}>
        <div className={classes.section}>
          <p className={classes.hint}>{MESSAGES.accountText}</p>
          <DetailState query={query} skeletonLines={[4]}>
            {(follows) => {
              const chosen = choosing.wanted ?? follows.find(isAccount)?.types ?? [];
              return (
                <div className={classes.types}>
                  {ALERT_TYPES.filter(canSee).map((type) => (
                    <Checkbox
                      key={type}
                      label={ALERT_TYPE_NAMES[type]}
                      checked={chosen.includes(type)}
                      onChange={({ currentTarget: { checked } }) =>
                        choosing.save(checked ? [...chosen, type] : chosen.filter((other) => other !== type))
                      }
                    />
                  ))}
                </div>
              );
            }}
          </DetailState>
        </div>
      </Card>
      <Card title={MESSAGES.followed}>
        <DetailState query={query} skeletonLines={[2]}>
          {(follows) => <Followed follows={follows.filter((follow) => !isAccount(follow))} onSuccess={onSuccess} />}
        </DetailState>
      </Card>
    </>
  );
}

function Followed({ follows, onSuccess }: { follows: readonly AlertFollow[]; onSuccess: (follows: AlertFollow[]) => void }) {
  const customer = useCustomer();
  const ending = useWrite({
    write: (followId: number, attempt) => endFollow(customer, followId, attempt),
    scope: FOLLOW_WRITES,
    meta: { failureText: MESSAGES.notSaved },
    onSuccess,
    onSettled: (_answer, _error, followId) => setEnded((before) => before.filter((each) => each !== followId)),
  });
  const [ended, setEnded] = useState<readonly number[]>([]);
  const end = (followId: number): void => {
    if (ended.includes(followId)) return;
    setEnded([...ended, followId]);
    ending.mutate(followId);
  };
  if (follows.length === 0) return <p className={classes.empty}>{MESSAGES.noneFollowed}</p>;
  return (
    <ul className={classes.list}>
      {follows.map((follow) => {
        const { id } = follow;
        const name = nameOf(follow);
        return (
          <li key={id} className={classes.follow}>
            <div>
              <span>{name}</span>
              <FollowedEvents follow={follow} name={name} onSuccess={onSuccess} />
            </div>
            <Button variant="default" aria-label={MESSAGES.unfollowOne(name)} aria-disabled={ended.includes(id)} onClick={() => end(id)}>
              {MESSAGES.unfollow}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

function nameOf({ orderNumber, job, jobNumber, jobAddress }: AlertFollow): string {
  if (job === null) return MESSAGES.order(orderNumber ?? '');
  const place = jobNumber ?? jobAddress;
  return place ? MESSAGES.jobAt(job, place) : MESSAGES.job(job);
}

/** The events of an order or a job. Closed, it lists those that are chosen. */
function FollowedEvents({ follow, name, onSuccess }: { follow: AlertFollow; name: string; onSuccess: (follows: AlertFollow[]) => void }) {
  const customer = useCustomer();
  const { wanted, save } = useLatestWrite({
    write: (types: DeliveryAlert[], attempt) => saveFollow(customer, follow.id, types, attempt),
    scope: FOLLOW_WRITES,
    meta: { failureText: MESSAGES.notSaved },
    onSuccess,
  });
  const chosen = wanted ?? DELIVERY_ALERTS.filter((type) => follow.types.includes(type));
  return (
    <details className={classes.chosen}>
      <summary>
        {chosen.length === DELIVERY_ALERTS.length ? MESSAGES.allEvents : chosen.map((type) => ALERT_TYPE_NAMES[type]).join(', ')}
      </summary>
      <fieldset className={classes.types} aria-label={MESSAGES.events(name)}>
        {DELIVERY_ALERTS.map((type) => (
          <Checkbox
            key={type}
            label={ALERT_TYPE_NAMES[type]}
            checked={chosen.includes(type)}
            onChange={({ currentTarget: { checked } }) =>
              save(DELIVERY_ALERTS.filter((each) => (each === type ? checked : chosen.includes(each))))
            }
          />
        ))}
      </fieldset>
    </details>
  );
}
