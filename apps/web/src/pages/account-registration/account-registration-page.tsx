import { Link, useNavigate } from '@tanstack/react-router';
import { RegistrationForm } from '#web/features/registration/components/registration-form.tsx';
import { WelcomePanel } from '#web/features/registration/components/welcome-panel.tsx';
import { REGISTRATION_MESSAGES as MESSAGES } from '#web/features/registration/registration.messages.ts';
import { useLanguage } from '#web/lib/language/language.ts';
import { releaseInput } from '#web/lib/overlays/unsaved-input.ts';
import { LanguageSwitch } from '#web/patterns/language-switch.tsx';
import { hasSupportContact, SupportContact } from '#web/patterns/support-contact.tsx';
import classes from './account-registration-page.module.css';

/** The registration page: information on the left, the form on the right (REG-01 to REG-06). */
export function AccountRegistrationPage() {
  const navigate = useNavigate();
  const language = useLanguage();
  const leaveFor = (to: '/' | '/registration-success'): void => {
    // The form was sent, or editing it cannot help.
    releaseInput();
    void navigate({ to });
  };
  return (
    <main className={classes.page} tabIndex={-1} aria-labelledby="registration-welcome">
      <WelcomePanel />
      <section className={classes.right} aria-labelledby="registration-form">
        <div className={classes.column}>
          <h2 className={classes.title} id="registration-form">
            {MESSAGES.formTitle}
          </h2>
          <p className={classes.text}>{MESSAGES.formText}</p>
          <RegistrationForm
            place="public"
            onDone={() => leaveFor('/registration-success')}
            onLeave={() => leaveFor('/')}
            wayBack={() => (
              <Link to="/" className={classes.back}>
                {MESSAGES.backToLogin}
              </Link>
            )}
          />
          <footer className={classes.help}>
            {hasSupportContact() ? <p>{MESSAGES.help}</p> : null}
            <SupportContact />
            <LanguageSwitch current={language} />
          </footer>
        </div>
      </section>
    </main>
  );
}
