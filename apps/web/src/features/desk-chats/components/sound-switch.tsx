import { ActionIcon } from '@mantine/core';
import { Icon } from '#web/patterns/icon.tsx';
import { DESK_CHATS_MESSAGES as MESSAGES } from '../desk-chats.messages.ts';
import { switchDeskSound, useDeskSound } from '../desk-sound.ts';

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
      <Icon name={isOn ? 'bell' : 'mute'} />
    </ActionIcon>
  );
}
