import type { Page } from 'playwright-core';

/** What the page notes about the entry video. */
interface Noted {
  playedVideo?: { muted: boolean; playsInline: boolean; controls: boolean };
}

/**
 * Notes how the entry video plays, from the next load on. The app skips a video that does not begin in three seconds, which a busy machine
 * may need: here it has a minute. A held video stops when it has begun, so that it does not end before the test has ended it.
 */
export const watchVideo = (page: Page, { isHeld }: { isHeld: boolean }): Promise<unknown> =>
  page.addInitScript((holds) => {
    const start = window.setTimeout as (work: TimerHandler, ms?: number, ...rest: unknown[]) => number;
    window.setTimeout = ((work: TimerHandler, ms?: number, ...rest: unknown[]) =>
      start(work, ms === 3000 ? 60_000 : ms, ...rest)) as typeof window.setTimeout;
    const note = ({ target }: Event): void => {
      const video = target as HTMLVideoElement;
      const { muted, playsInline, controls } = video;
      (window as Noted).playedVideo = { muted, playsInline, controls };
      if (holds) video.pause();
    };
    document.addEventListener('playing', note, { capture: true });
  }, isHeld);

/** Returns how the video played since the page was loaded; undefined if it has not begun. */
export const playedVideo = (page: Page): Promise<Noted['playedVideo']> => page.evaluate(() => (window as Noted).playedVideo);
