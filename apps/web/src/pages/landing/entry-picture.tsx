import { useCallback, useEffect, useState } from 'react';
import { publicConfig } from '#web/lib/config/public-config.ts';
import { logFailure } from '#web/lib/log.ts';
import { VIDEO_SHOWN_KEY } from '#web/lib/session/session.ts';
import { perTab, readStored, writeStored } from '#web/lib/storage.ts';
import classes from './entry-picture.module.css';
import entryVideo from './entry-video.webm';
import { LANDING_MESSAGES } from './landing.messages.ts';
import { PourPattern } from './pour-pattern.tsx';

/** The video is skipped if it has not started after this time. */
const BEGIN_WITHIN_MS = 3000;

/**
 * The picture beside the sign-in. Once per session the entry video plays in its place (SHL-23); the built-in video ends on this picture,
 * so that nothing jumps. It never blocks the sign-in button.
 */
export function EntryPicture() {
  const [phase, setPhase] = useState<'waiting' | 'playing' | 'over'>(() => (isVideoWanted() ? 'waiting' : 'over'));
  const end = useCallback(() => {
    writeStored(perTab, VIDEO_SHOWN_KEY, true);
    setPhase('over');
  }, []);
  const fail = useCallback(
    (cause: unknown) => {
      logFailure('The entry video could not be played.', cause);
      end();
    },
    [end],
  );

  useEffect(() => {
    if (phase !== 'waiting') return;
    const timer = setTimeout(() => fail(`It did not begin within ${BEGIN_WITHIN_MS} ms.`), BEGIN_WITHIN_MS);
    return () => clearTimeout(timer);
  }, [phase, fail]);

  useEffect(() => {
    if (phase === 'over') return;
    const endOnEscape = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') end();
    };
    window.addEventListener('keydown', endOnEscape);
    return () => window.removeEventListener('keydown', endOnEscape);
  }, [phase, end]);

  if (phase === 'over') {
    return (
      <aside className={classes.panel} aria-hidden="true">
        <PourPattern />
      </aside>
    );
  }
  const { entryVideoUrl } = publicConfig().branding;
  return (
    <aside className={classes.panel} aria-label={LANDING_MESSAGES.video}>
      <video
        className={classes.video}
        data-own={entryVideoUrl === null || undefined}
        src={entryVideoUrl ?? entryVideo}
        autoPlay
        muted
        playsInline
        disablePictureInPicture
        onPlaying={() => {
          writeStored(perTab, VIDEO_SHOWN_KEY, true);
          setPhase('playing');
        }}
        onEnded={end}
        onClick={end}
        onError={({ currentTarget }) => fail(currentTarget.error?.message ?? 'unknown')}
      />
      <button type="button" className={classes.skip} onClick={end}>
        {LANDING_MESSAGES.skipVideo}
      </button>
    </aside>
  );
}

function isVideoWanted(): boolean {
  return readStored(perTab, VIDEO_SHOWN_KEY) !== true && !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
