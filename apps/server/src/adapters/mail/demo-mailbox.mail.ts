import type { Database } from '#server/database/database';
import { insertDemoMail } from './demo-mailbox.queries.ts';
import { checkMail } from './mail-check.ts';
import type { MailPort } from './port.ts';

/** Stores mail in the database, where `/demo/mailbox` shows it. Nothing leaves the machine. */
export function demoMailboxMail(database: Database, from: string): MailPort {
  return {
    async send(mail) {
      checkMail(mail);
      await insertDemoMail(database, {
        sender: from,
        recipients: [...(mail.only ?? [...mail.to, ...mail.cc, ...mail.bcc])],
        subject: mail.subject,
        body: mail.text,
        attachments: mail.attachments.map(({ fileName, contentType, content }) => ({
          fileName,
          contentType,
          base64: content.toString('base64'),
        })),
      });
    },
  };
}
