import { publicConfig } from '#web/lib/config/public-config.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { CHAT_MESSAGES as MESSAGES } from '../chat.messages.ts';
import classes from './dispatch-ways.module.css';

interface DispatchWaysProps {
  /** Subject and body lines for the mail link; undefined until the record has loaded. */
  mail?: { subject: string; lines: readonly (readonly [label: string, value: string])[] } | undefined;
}

/** Dispatch's phone and mail links for the drawer header, as an alternative to the chat. A narrow drawer shows only the icons. */
export function DispatchWays({ mail }: DispatchWaysProps) {
  const { supportPhone, supportEmail } = publicConfig().branding;
  if (!supportPhone && !supportEmail) return null;
  const body = mail?.lines.map(([label, value]) => `${label}: ${value}`).join('\r\n');
  const query = mail ? `?subject=${encodeURIComponent(mail.subject)}&body=${encodeURIComponent(`${body}\r\n\r\n`)}` : '';
  return (
    <p className={classes.ways}>
      {supportPhone ? (
        <a
          className={classes.way}
          href={`tel:${supportPhone.replace(/[^\d+]/g, '')}`}
          aria-label={MESSAGES.call(supportPhone)}
          title={supportPhone}
        >
          <Icon name="phone" />
          <span className={classes.words}>{supportPhone}</span>
        </a>
      ) : null}
      {supportEmail ? (
        <a className={classes.way} href={`mailto:${supportEmail}${query}`} aria-label={MESSAGES.write(supportEmail)} title={supportEmail}>
          <Icon name="mail" />
          <span className={classes.words}>{supportEmail}</span>
        </a>
      ) : null}
    </p>
  );
}
