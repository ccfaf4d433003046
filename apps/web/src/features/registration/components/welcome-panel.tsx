import { publicConfig } from '#web/lib/config/public-config.ts';
import { Brand } from '#web/patterns/brand.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { REGISTRATION_MESSAGES as MESSAGES } from '../registration.messages.ts';
import classes from './welcome-panel.module.css';

/** Information to read before registering (REG-01, REG-02). */
export function WelcomePanel() {
  const { platformName } = publicConfig().branding;
  return (
    <section className={classes.panel} aria-labelledby="registration-welcome">
      <Brand size="large" />
      <div>
        <h1 className={classes.title} id="registration-welcome">
          {MESSAGES.welcome(platformName)}
        </h1>
        <p className={classes.text}>{MESSAGES.welcomeText}</p>
      </div>
      <div className={classes.notice} role="note">
        <h2 className={classes.noticeTitle}>
          <Icon name="info" size={16} />
          {MESSAGES.noticeTitle}
        </h2>
        <p>{MESSAGES.notice(platformName)}</p>
      </div>
      <ul className={classes.notes}>
        {[MESSAGES.notes.username, MESSAGES.notes.accounts, MESSAGES.notes.password].map((note) => (
          <li key={note}>
            <Icon name="check" size={16} className={classes.check} />
            {note}
          </li>
        ))}
      </ul>
    </section>
  );
}
