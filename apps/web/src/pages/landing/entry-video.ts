import { logFailure } from '#web/lib/log.ts';
import { VIDEO_SHOWN_KEY } from '#web/lib/session/session.ts';
import { createStore, perTab, readStored, type Store, writeStored } from '#web/lib/store.ts';

/** The video is skipped if it has not started after this time. */
const BEGIN_WITHIN_MS = 3000;

/** The entry video, which plays once per session (SHL-23) and never blocks the sign-in button. */
export interface EntryVideo {
  isOver: Store<boolean>;
  /** Skips the video if it does not start, or on Escape. Returns how to stop waiting. */
  watch(): () => void;
  started(): void;
  end(): void;
  fail(cause: unknown): void;
}

/** Decides whether the video is shown, and keeps whether it is over. */
export function createEntryVideo(): EntryVideo {
  const isOver = createStore({ initial: !isWanted() });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unwatch = (): void => {
    clearTimeout(timer);
    window.removeEventListener('keydown', endOnEscape);
  };
  const end = (): void => {
    unwatch();
    writeStored(perTab, VIDEO_SHOWN_KEY, true);
    isOver.set(true);
  };
  const fail = (cause: unknown): void => {
    logFailure('The entry video could not be played.', cause);
    end();
  };
  function endOnEscape({ key }: KeyboardEvent): void {
    if (key === 'Escape') end();
  }
  return {
    isOver,
    watch() {
      if (isOver.get()) return unwatch;
      timer = setTimeout(() => fail(`It did not begin within ${BEGIN_WITHIN_MS} ms.`), BEGIN_WITHIN_MS);
      window.addEventListener('keydown', endOnEscape);
      return unwatch;
    },
    started() {
      clearTimeout(timer);
      writeStored(perTab, VIDEO_SHOWN_KEY, true);
    },
    end,
    fail,
  };
}

function isWanted(): boolean {
  return readStored(perTab, VIDEO_SHOWN_KEY) !== true && !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
