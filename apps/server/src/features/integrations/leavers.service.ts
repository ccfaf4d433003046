import { z } from 'zod';
import type { Database, Transaction } from '#server/database/database';
import { recordAudit } from '#server/features/audit/audit.queries';
import type { Mails } from '#server/features/mail/mail.service';
import { ENDED_SUBJECT, endedText, MAKER_LEFT } from './integrations.messages.ts';
import * as queries from './leavers.queries.ts';

const MAIL_KIND = 'integrations-ended';
const REQUEST_ID = 'integrations-of-leavers';
const mailFacts = z.strictObject({
  maker: z.string(),
  customerId: z.int(),
  keys: z.array(z.string()),
  webhooks: z.array(z.string()),
});

/**
 * Ends the keys and pauses the webhooks of members who lost their access, and tells the account's owners. They fail from the moment of the
 * loss, because each use checks their maker; this makes it visible and permanent.
 */
export function leaversService(database: Database, mail: Mails, brandOf: () => { platformName: string; publicUrl: string }) {
  mail.write(MAIL_KIND, mailFacts, async (facts) => endedText(facts, brandOf()));

  const audit = (transaction: Transaction, action: string, { id, name, customerId }: queries.Ended) =>
    recordAudit(transaction, {
      userId: null,
      customerId,
      action,
      subject: name,
      detail: { id, reason: MAKER_LEFT },
      requestId: REQUEST_ID,
    });

  return {
    async endAll(): Promise<void> {
      await database.transaction('system', async (transaction) => {
        const keys = await queries.revokeKeysOfLeavers(transaction);
        const webhooks = await queries.pauseWebhooksOfLeavers(transaction, MAKER_LEFT);
        for (const key of keys) await audit(transaction, 'service-keys.revoke', key);
        for (const webhook of webhooks) await audit(transaction, 'webhooks.pause', webhook);
        const makers = new Map([...keys, ...webhooks].map((ended) => [`${ended.customerId} ${ended.makerId}`, ended]));
        for (const { customerId, makerId } of makers.values()) {
          const namesOf = (all: queries.Ended[]) =>
            all.filter((ended) => ended.customerId === customerId && ended.makerId === makerId).map(({ name }) => name);
          const maker = await queries.findName(transaction, makerId);
          const reference = { maker, customerId, keys: namesOf(keys), webhooks: namesOf(webhooks) };
          for (const to of await queries.findOwners(transaction, customerId)) {
            const notice = { documentKind: MAIL_KIND, reference, to, subject: ENDED_SUBJECT, customerId, requestedBy: null };
            await mail.notify(transaction, notice);
          }
        }
      });
    },
  };
}
