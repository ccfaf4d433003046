import { type MailSettings, updateMailSettings } from '@yardage/contract/users';
import { api } from '#web/lib/api.ts';

/** Chooses which mails the user gets. */
export function saveMailSettings(body: MailSettings): Promise<MailSettings> {
  return api.call(updateMailSettings, { body });
}
