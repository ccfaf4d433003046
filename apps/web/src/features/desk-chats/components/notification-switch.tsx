import { ActionIcon } from '@mantine/core';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { DESK_CHATS_MESSAGES as MESSAGES } from '../desk-chats.messages.ts';
import { canNotify, switchDeskNotifications, useDeskNotifications } from '../desk-notifications.ts';

/** Switches browser notifications of new chats on and off. The browser asks for permission only after a click here. */
export function NotificationSwitch() {
  const isOn = useDeskNotifications();
  if (!canNotify()) return null;
  const change = async (): Promise<void> => {
    const isAllowed = await switchDeskNotifications(!isOn);
    if (!isOn && !isAllowed) toasts.show({ kind: 'info', title: MESSAGES.notificationsRefused });
  };
  return (
    <ActionIcon
      variant={isOn ? 'light' : 'default'}
      size={36}
      role="switch"
      aria-checked={isOn}
      aria-label={MESSAGES.notifications}
      title={isOn ? MESSAGES.notificationsOn : MESSAGES.notificationsOff}
      onClick={() => void change()}
    >
      <Icon name="info" />
    </ActionIcon>
  );
}
