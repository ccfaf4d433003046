import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { publicConfig } from '#web/lib/config/public-config.ts';
import { SESSION_MESSAGES } from '#web/lib/session/session.messages.ts';
import { LOGGED_OUT_KEY, startSignInLibrary } from '#web/lib/session/session.ts';
import { useSignIn } from '#web/lib/session/use-sign-in.ts';
import { perTab, readStored } from '#web/lib/storage.ts';
import { Brand } from '#web/patterns/brand.tsx';
import { LanguageSwitch } from '#web/patterns/language-switch.tsx';
import { SupportContact } from '#web/patterns/support-contact.tsx';
import { EntryPicture } from './entry-picture.tsx';
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
          <LanguageSwitch />
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
