import { type MailSettings, updateMailSettings } from '@yardage/contract/users';
import { api } from '#web/lib/api.ts';

/** Saves which emails the user receives. */
export function saveMailSettings(body: MailSettings): Promise<MailSettings> {
  return api.call(updateMailSettings, { body });
}
