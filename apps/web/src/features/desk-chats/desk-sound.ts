import { logFailure } from '#web/lib/log.ts';
import { createStore, local, useStore } from '#web/lib/store.ts';

const VOLUME = 0.12;
const NOTES_HZ = [660, 880];
const NOTE_SECONDS = 0.16;

let context: AudioContext | undefined;
const isOn = createStore<boolean>({ storage: local, key: 'yardage.desk-sound', read: (stored) => stored !== false });

/** Switches the sound for new chats on or off and stores the choice in this browser. */
export const switchDeskSound: (next: boolean) => void = isOn.set;

/** Whether the sound for new chats is on. */
export function useDeskSound(): boolean {
  return useStore(isOn);
}

/** Prepares audio on the first click or key press, because browsers block sound before that. Returns a cleanup function. */
export function prepareDeskSound(): () => void {
  const prepare = (): void => {
    context ??= new AudioContext();
    void context.resume();
    stop();
  };
  const stop = (): void => {
    window.removeEventListener('pointerdown', prepare);
    window.removeEventListener('keydown', prepare);
  };
  // The user may have interacted with the page before this script ran.
  if (navigator.userActivation?.hasBeenActive) {
    prepare();
    return stop;
  }
  window.addEventListener('pointerdown', prepare);
  window.addEventListener('keydown', prepare);
  return stop;
}

/** Plays two short generated notes. Does nothing if the sound is off or the user has not interacted with the page yet. */
export function playDeskSound(): void {
  if (!isOn.get() || context?.state !== 'running') return;
  try {
    playNotes(context);
  } catch (cause) {
    logFailure('The sound of a new chat could not be played.', cause);
  }
}

function playNotes(context: AudioContext): void {
  for (const [index, hertz] of NOTES_HZ.entries()) {
    const start = context.currentTime + index * NOTE_SECONDS;
    const note = new OscillatorNode(context, { type: 'sine', frequency: hertz });
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(VOLUME, start + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.001, start + NOTE_SECONDS);
    note.connect(gain).connect(context.destination);
    note.start(start);
    note.stop(start + NOTE_SECONDS);
  }
}
