import { ActionIcon } from '@mantine/core';
import { Icon } from '#web/patterns/icon.tsx';
import { DESK_CHATS_WORDS as WORDS } from '../desk-chats.messages.ts';
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
      aria-label={WORDS.sound}
      title={isOn ? WORDS.soundOn : WORDS.soundOff}
      onClick={() => switchDeskSound(!isOn)}
    >
      <Icon name={isOn ? 'bell' : 'mute'} />
    </ActionIcon>
  );
}
