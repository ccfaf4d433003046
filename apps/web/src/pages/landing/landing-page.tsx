import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { publicConfig } from '#web/lib/config/public-config.ts';
import { logFailure } from '#web/lib/log.ts';
import { SESSION_MESSAGES } from '#web/lib/session/session.messages.ts';
import { LOGGED_OUT_KEY, startSignInLibrary, VIDEO_SHOWN_KEY } from '#web/lib/session/session.ts';
import { useSignIn } from '#web/lib/session/use-sign-in.ts';
import { perTab, readStored, writeStored } from '#web/lib/storage.ts';
import { Brand } from '#web/patterns/brand.tsx';
import { SupportContact } from '#web/patterns/support-contact.tsx';
import entryVideo from './entry-video.webm';
import { LANDING_MESSAGES } from './landing.messages.ts';
import classes from './landing-page.module.css';

/** Preloads the sign-in library on hover or focus. A failure is reported when the button is pressed. */
function prepareSignIn(): void {
  startSignInLibrary().catch(() => undefined);
}

/** The landing page: brand, one sentence, sign-in, support contact and build label. */
export function LandingPage() {
  const { branding, buildLabel } = publicConfig();
  const { status, start } = useSignIn();
  const isLoggedOut = readStored(perTab, LOGGED_OUT_KEY) === true;
  return (
    <div className={classes.page}>
      <main className={classes.content} tabIndex={-1} aria-labelledby="welcome">
        <Brand size="large" />
        <div className={classes.entry}>
          <h1 className={classes.title} id="welcome">
            {branding.showWelcomeMessage ? LANDING_MESSAGES.welcome(branding.platformName) : LANDING_MESSAGES.title}
          </h1>
          <p className={classes.purpose}>{LANDING_MESSAGES.purpose}</p>
          <Button
            className={classes.signIn}
            size="md"
            loading={status === 'leaving'}
            onClick={start}
            onPointerEnter={prepareSignIn}
            onFocus={prepareSignIn}
          >
            {LANDING_MESSAGES.signIn}
          </Button>
          <p className={classes.register}>
            {LANDING_MESSAGES.noAccount} <Link to="/account-registration">{LANDING_MESSAGES.register}</Link>
          </p>
          <p className={classes.notice} role="status" data-failed={status === 'unavailable' || undefined}>
            {status === 'unavailable' ? SESSION_MESSAGES.unavailable : isLoggedOut ? LANDING_MESSAGES.signedOut : null}
          </p>
        </div>
        <footer className={classes.footer}>
          <p className={classes.help}>{LANDING_MESSAGES.help}</p>
          <SupportContact />
          <p className={classes.small}>
            {branding.privacyPolicyUrl ? <a href={branding.privacyPolicyUrl}>{LANDING_MESSAGES.privacy}</a> : null}
            <span>{buildLabel}</span>
          </p>
        </footer>
      </main>
      <EntryPicture />
    </div>
  );
}

/** The video is skipped if it has not started after this time. */
const BEGIN_WITHIN_MS = 3000;

/**
 * The picture beside the sign-in. Once per session the entry video plays in its place (SHL-23); the built-in video ends on this picture,
 * so that nothing jumps. It never blocks the sign-in button.
 */
function EntryPicture() {
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

/** A day's pours, one row per job: when the first truck unloads, how long each takes, and the interval between trucks. */
const JOBS = [
  { start: 4, load: 10, interval: 13, loads: 5 },
  { start: 30, load: 14, interval: 17, loads: 3 },
  { start: 5, load: 7, interval: 10, loads: 8 },
  { start: 18, load: 20, interval: 24, loads: 2 },
  { start: 76, load: 9, interval: 12, loads: 4 },
  { start: 2, load: 12, interval: 15, loads: 6 },
  { start: 34, load: 16, interval: 20, loads: 3 },
  { start: 9, load: 8, interval: 11, loads: 7 },
  { start: 24, load: 12, interval: 16, loads: 3 },
  { start: 58, load: 22, interval: 26, loads: 2 },
  { start: 8, load: 9, interval: 12, loads: 4 },
] as const;
const DAY = 120;
const NOW = 72;
const LINE_HEIGHT = 11;
const HEIGHT = JOBS.length * LINE_HEIGHT;
const BAR_HEIGHT = 2.5;

/** A day of deliveries up to now, drawn as bars. The entry video ends on the same picture, so change both together. */
function PourPattern() {
  return (
    <svg className={classes.chart} viewBox={`0 0 ${DAY} ${HEIGHT}`} preserveAspectRatio="xMinYMid slice" aria-hidden="true">
      {JOBS.map(({ start, load, interval, loads }, job) => (
        <g key={start} transform={`translate(0 ${(job + 0.5) * LINE_HEIGHT})`}>
          <line className={classes.line} x1={0} x2={DAY} />
          {Array.from({ length: loads }, (_, truck) => start + truck * interval).map((x) => (
            <Load key={x} x={x} width={load} />
          ))}
        </g>
      ))}
      <line className={classes.now} x1={NOW} x2={NOW} y1={0} y2={HEIGHT} />
    </svg>
  );
}

/** One truck: done, unloading now, or planned. */
function Load({ x, width }: { x: number; width: number }) {
  const bar = { x, y: -BAR_HEIGHT / 2, width, height: BAR_HEIGHT, rx: BAR_HEIGHT / 2 };
  if (x + width <= NOW) return <rect className={classes.done} {...bar} />;
  if (x >= NOW) return <rect className={classes.planned} {...bar} />;
  return (
    <>
      <rect className={classes.live} {...bar} />
      <rect className={classes.poured} {...bar} style={{ clipPath: `inset(0 ${x + width - NOW}px 0 0)` }} />
    </>
  );
}
