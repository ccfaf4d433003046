import { ActionIcon } from '@mantine/core';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Icon, LineIcon } from '#web/patterns/icon.tsx';
import { DESK_CHATS_MESSAGES as MESSAGES } from '../desk-chats.messages.ts';
import { canNotify, switchDeskNotifications, useDeskNotifications } from '../desk-notifications.ts';
import { switchDeskSound, useDeskSound } from '../desk-sound.ts';

/** Only used here, so it is not in the list of icons that every page loads. */
const MUTE = 'M5 14V9a5 5 0 017.5-4.3M15 8.5V14l1.5 1.5h-13L5 14M8.5 17.5h3M3 3l14 14';

/** Switches the sound for new chats on and off. */
export function SoundSwitch() {
  const isOn = useDeskSound();
  return (
    <ActionIcon
      variant="default"
      size={36}
      role="switch"
      aria-checked={isOn}
      aria-label={MESSAGES.sound}
      title={isOn ? MESSAGES.soundOn : MESSAGES.soundOff}
      onClick={() => switchDeskSound(!isOn)}
    >
      {isOn ? <Icon name="bell" /> : <LineIcon path={MUTE} />}
    </ActionIcon>
  );
}

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
      <Icon name="system" />
    </ActionIcon>
  );
}
