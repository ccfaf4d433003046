import { Button, Menu } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AlertFollow } from '@yardage/contract/alerts';
import { DELIVERY_ALERTS } from '@yardage/domain/alerts';
import { ALERT_TYPE_NAMES } from '@yardage/domain/alerts.messages';
import { type JobPlace, jobKey } from '@yardage/domain/job-key';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { LAYERS } from '#web/lib/overlays/use-overlay.ts';
import { putAnswer } from '#web/lib/query/put-answer.ts';
import { useLatestWrite } from '#web/lib/query/use-write.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { PopupMenu } from '#web/patterns/popup-menu.tsx';
import { type DeliveryAlert, FOLLOW_WRITES, followsQuery, saveDeliveryFollow } from '../alerts.api.ts';
import { ALERTS_MESSAGES as MESSAGES } from '../alerts.messages.ts';
import classes from './alerts.module.css';

interface FollowButtonProps extends JobPlace {
  orderId: number;
}

/** Whether a follow applies to a job. Old follows have no address and apply to all jobs of the name. */
export function isOfJob(follow: AlertFollow, place: JobPlace): boolean {
  const { job, jobNumber, jobAddress } = follow;
  if (job === null) return false;
  return jobAddress === null ? job === place.job : jobKey({ job, jobNumber, jobAddress }) === jobKey(place);
}

/** The events of an order or its job that the user is alerted to, and how to change them. */
function useFollow(orderId: number, subject: 'order' | 'job', stored: AlertFollow | undefined) {
  const customer = useCustomer();
  const client = useQueryClient();
  const { wanted, save } = useLatestWrite({
    write: (types: DeliveryAlert[], attempt) => saveDeliveryFollow(customer, { orderId, subject, types }, attempt),
    scope: FOLLOW_WRITES,
    meta: { failureText: MESSAGES.notSaved },
    onSuccess: (saved) => putAnswer(client, followsQuery(customer).queryKey, saved),
  });
  return { types: wanted ?? DELIVERY_ALERTS.filter((type) => stored?.types.includes(type)), save };
}

/** Follows an order, or all orders of its job, and chooses the events (ALR-01). */
export function FollowButton({ orderId, ...place }: FollowButtonProps) {
  const customer = useCustomer();
  const { data, isError, refetch } = useQuery({ ...followsQuery(customer), meta: { isSilent: true } });
  const follows = data ?? [];
  const order = useFollow(
    orderId,
    'order',
    follows.find((follow) => follow.orderId === orderId),
  );
  const job = useFollow(
    orderId,
    'job',
    follows.find((follow) => isOfJob(follow, place)),
  );
  const isFollowing = order.types.length > 0 || job.types.length > 0;
  return (
    <PopupMenu
      position="top-start"
      zIndex={LAYERS.popover}
      transitionProps={{ duration: 0 }}
      closeOnItemClick={false}
      withinPortal
      button={
        <Button variant="default" leftSection={<Icon name="bell" />}>
          {isFollowing ? MESSAGES.following : MESSAGES.follow}
        </Button>
      }
    >
      <Menu.Dropdown aria-label={MESSAGES.followMenu} className={classes.menu}>
        <Menu.Label>{MESSAGES.followText}</Menu.Label>
        {isError && !data ? <Menu.Item onClick={() => void refetch()}>{MESSAGES.retry}</Menu.Item> : null}
        <Followable label={MESSAGES.thisOrder} isKnown={data !== undefined} {...order} />
        <Followable label={MESSAGES.thisJob} isKnown={data !== undefined} {...job} />
      </Menu.Dropdown>
    </PopupMenu>
  );
}

/** An item that turns all events on or off. While it is on, each event has one of its own below it. */
function Followable({ label, isKnown, types, save }: { label: string; isKnown: boolean } & ReturnType<typeof useFollow>) {
  const isOn = types.length > 0;
  return (
    <div role="presentation" data-focus-lines>
      {/* Disabled until the current choice is loaded, because a click would replace it. */}
      <Menu.CheckboxItem checked={isOn} disabled={!isKnown} onChange={(checked) => save(checked ? [...DELIVERY_ALERTS] : [])}>
        {label}
      </Menu.CheckboxItem>
      {isOn ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no child of a menu.
        <div role="group" aria-label={MESSAGES.events(label)} className={classes.events}>
          {DELIVERY_ALERTS.map((type) => (
            <Menu.CheckboxItem
              key={type}
              checked={types.includes(type)}
              onChange={(checked) => save(DELIVERY_ALERTS.filter((each) => (each === type ? checked : types.includes(each))))}
            >
              {ALERT_TYPE_NAMES[type]}
            </Menu.CheckboxItem>
          ))}
        </div>
      ) : null}
    </div>
  );
}
