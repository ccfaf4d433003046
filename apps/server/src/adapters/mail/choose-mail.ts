import type { Config } from '#server/config';
import type { Database } from '#server/database/database';
import { demoMailboxMail } from './demo-mailbox.mail.ts';
import type { MailPort } from './port.ts';
import { smtpMail } from './smtp.mail.ts';

/** Returns the configured mail server, or the demo's mailbox. Production does not start without a mail server. */
export function chooseMail({ smtp, branding }: Pick<Config, 'smtp' | 'branding'>, database: Database): MailPort {
  return smtp ? smtpMail(smtp) : demoMailboxMail(database, `${branding.platformName} <no-reply@example.com>`);
}
