import type { ReactNode } from 'react';
import { publicConfig } from '#web/lib/config/public-config.ts';
import { SESSION_MESSAGES } from '#web/lib/session/session.messages.ts';
import { hasSignedOutHere, type SignInStatus, startSignInLibrary } from '#web/lib/session/session.ts';
import { Brand } from '#web/patterns/brand.tsx';
import { LanguageSwitch } from '#web/patterns/language-switch.tsx';
import { hasSupportContact, SupportContact } from '#web/patterns/support-contact.tsx';
import type { EntryVideo } from './entry-video.ts';
import entryVideo from './entry-video.webm';
import { LANDING_MESSAGES } from './landing.messages.ts';
import classes from './landing-page.module.css';
import { PourPattern } from './pour-pattern.tsx';

interface LandingViewProps {
  language: string;
  status: SignInStatus;
  onSignIn: () => void;
  /** The link to the registration. */
  register: ReactNode;
  video: EntryVideo;
}

/** Preloads the sign-in library on hover or focus. A failure is reported when the button is pressed. */
function prepareSignIn(): void {
  startSignInLibrary().catch(() => undefined);
}

/**
 * The landing page: brand, one sentence, sign-in, support contact and build label. It has no hooks, because it is drawn without React when
 * somebody opens it first (`landing.tsx`).
 */
export function LandingView({ language, status, onSignIn, register, video }: LandingViewProps) {
  const { branding, buildLabel } = publicConfig();
  const isLeaving = status === 'leaving';
  return (
    <div className={classes.page}>
      <main className={classes.content} tabIndex={-1} aria-labelledby="welcome">
        <Brand size="large" />
        <div className={classes.entry}>
          <h1 className={classes.title} id="welcome">
            {branding.showWelcomeMessage ? LANDING_MESSAGES.welcome(branding.platformName) : LANDING_MESSAGES.title}
          </h1>
          <p className={classes.purpose}>{LANDING_MESSAGES.purpose}</p>
          <button
            type="button"
            className={classes.signIn}
            disabled={isLeaving}
            data-leaving={isLeaving || undefined}
            onClick={onSignIn}
            onPointerEnter={prepareSignIn}
            onFocus={prepareSignIn}
          >
            {LANDING_MESSAGES.signIn}
          </button>
          <p className={classes.register}>
            {LANDING_MESSAGES.noAccount} {register}
          </p>
          <p className={classes.notice} role="status" data-failed={status === 'unavailable' || undefined}>
            {status === 'unavailable' ? SESSION_MESSAGES.unavailable : hasSignedOutHere() ? LANDING_MESSAGES.signedOut : null}
          </p>
        </div>
        <footer className={classes.footer}>
          {hasSupportContact() ? <p className={classes.help}>{LANDING_MESSAGES.help}</p> : null}
          <SupportContact />
          <LanguageSwitch current={language} />
          <p className={classes.small}>
            {branding.privacyPolicyUrl ? <a href={branding.privacyPolicyUrl}>{LANDING_MESSAGES.privacy}</a> : null}
            <span>{buildLabel}</span>
          </p>
        </footer>
      </main>
      <EntryPicture video={video} />
    </div>
  );
}

/** The picture beside the sign-in, or the entry video in its place. The built-in video ends on this picture, so that nothing jumps. */
function EntryPicture({ video }: { video: EntryVideo }) {
  if (video.isOver.get()) {
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
        autoPlay
        muted
        playsInline
        disablePictureInPicture
        src={entryVideoUrl ?? entryVideo}
        onPlaying={video.started}
        onEnded={video.end}
        onClick={video.end}
        onError={({ currentTarget }) => video.fail(currentTarget.error?.message ?? 'unknown')}
      />
      <button type="button" className={classes.skip} onClick={video.end}>
        {LANDING_MESSAGES.skipVideo}
      </button>
    </aside>
  );
}
