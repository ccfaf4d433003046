import { formatPhone, telHref } from '@yardage/domain/phones';
import { publicConfig } from '#web/lib/config/public-config.ts';
import { Icon } from './icon.tsx';
import classes from './support-contact.module.css';

/** Whether the supplier has named a phone number or an email address. Sentences that introduce them are left out otherwise. */
export function hasSupportContact(): boolean {
  const { supportPhone, supportEmail } = publicConfig().branding;
  return Boolean(supportPhone || supportEmail);
}

/** The supplier's support phone and email (SHL-24). */
export function SupportContact() {
  const { supportPhone, supportEmail } = publicConfig().branding;
  if (!hasSupportContact()) return null;
  return (
    <address className={classes.contact}>
      {supportPhone ? (
        <a className={classes.link} href={telHref(supportPhone)}>
          <Icon name="phone" size={16} />
          {formatPhone(supportPhone)}
        </a>
      ) : null}
      {supportEmail ? (
        <a className={classes.link} href={`mailto:${supportEmail}`}>
          <Icon name="mail" size={16} />
          {supportEmail}
        </a>
      ) : null}
    </address>
  );
}
