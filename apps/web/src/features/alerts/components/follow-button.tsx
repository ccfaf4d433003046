import { Button, Menu } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { DELIVERY_ALERTS } from '@yardage/domain/alerts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { LAYERS } from '#web/lib/overlays/use-overlay.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { PopupMenu } from '#web/patterns/popup-menu.tsx';
import { followsQuery, saveDeliveryFollow } from '../alerts.api.ts';
import { ALERTS_MESSAGES as MESSAGES } from '../alerts.messages.ts';

interface FollowButtonProps {
  orderId: number;
  job: string;
}

/** Follows an order, or all orders of its job (ALR-01). */
export function FollowButton({ orderId, job }: FollowButtonProps) {
  const customer = useCustomer();
  const client = useQueryClient();
  const follows = useQuery({ ...followsQuery(customer), meta: { isSilent: true } }).data ?? [];
  const saving = useWrite({
    write: ({ subject, isOn }: { subject: 'order' | 'job'; isOn: boolean }, attempt) =>
      saveDeliveryFollow(customer, { orderId, subject, types: isOn ? [...DELIVERY_ALERTS] : [] }, attempt),
    meta: { failureText: MESSAGES.notSaved },
    onSuccess: (saved) => client.setQueryData(followsQuery(customer).queryKey, saved),
  });
  const isOn = {
    order: follows.some((follow) => follow.orderId === orderId),
    job: follows.some((follow) => follow.job === job),
  };
  const item = (subject: 'order' | 'job', label: string) => (
    <Menu.CheckboxItem checked={isOn[subject]} closeMenuOnClick onChange={(checked) => saving.mutate({ subject, isOn: checked })}>
      {label}
    </Menu.CheckboxItem>
  );
  return (
    <PopupMenu position="top-start" zIndex={LAYERS.popover} transitionProps={{ duration: 0 }} withinPortal>
      <Menu.Target>
        <Button variant="default" loading={saving.isPending} leftSection={<Icon name="bell" />}>
          {isOn.order || isOn.job ? MESSAGES.following : MESSAGES.follow}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={MESSAGES.followMenu} maw={300}>
        <Menu.Label>{MESSAGES.followText}</Menu.Label>
        {item('order', MESSAGES.thisOrder)}
        {item('job', MESSAGES.thisJob)}
      </Menu.Dropdown>
    </PopupMenu>
  );
}
