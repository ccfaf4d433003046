import { listApiKeys } from '@yardage/contract/integrations';
import type { AuditAction } from '@yardage/domain/audit.messages';
import { withCustomer } from '@yardage/domain/customer-link';
import { z } from 'zod';
import type { Database, Transaction } from '#server/database/database';
import { recordAudit } from '#server/features/audit/audit.queries';
import type { Mails } from '#server/features/mail/mail.service';
import { orNotFound } from '#server/http/api-error';
import { LEAVERS_MESSAGES as MESSAGES } from './integrations.messages.ts';
import * as queries from './leavers.queries.ts';

const MAIL_KIND = 'integrations-ended';
const REQUEST_ID = 'integrations-of-leavers';
const mailFacts = z.strictObject({
  maker: z.string(),
  customerId: z.int(),
  keys: z.array(z.string()),
  webhooks: z.array(z.string()),
});
type MailFacts = z.output<typeof mailFacts>;

/**
 * Ends the keys and pauses the webhooks of members who lost their access, and tells the account's owners. They fail from the moment of the
 * loss, because each use checks their maker; this makes it visible and permanent.
 */
export function leaversService(database: Database, mail: Mails, brandOf: () => { platformName: string; publicUrl: string }) {
  const write = async (facts: MailFacts) => {
    const account = orNotFound(await queries.findAccount(database, facts.customerId));
    return { subject: MESSAGES.subject, text: endedText(facts, account, brandOf()) };
  };
  mail.declareNotice(MAIL_KIND, mailFacts, write, { codes: listApiKeys.access.anyOf });

  const audit = (transaction: Transaction, action: AuditAction, { id, name, customerId }: queries.Ended) =>
    recordAudit(transaction, {
      userId: null,
      customerId,
      action,
      subject: name,
      detail: { id, reason: MESSAGES.makerLeft },
      requestId: REQUEST_ID,
    });

  return {
    async endAll(): Promise<void> {
      await database.transaction('system', async (transaction) => {
        const keys = await queries.revokeKeysOfLeavers(transaction);
        const webhooks = await queries.pauseWebhooksOfLeavers(transaction, MESSAGES.makerLeft);
        for (const key of keys) await audit(transaction, 'service-keys.revoke', key);
        for (const webhook of webhooks) await audit(transaction, 'webhooks.pause', webhook);
        const makers = new Map([...keys, ...webhooks].map((ended) => [`${ended.customerId} ${ended.makerId}`, ended]));
        for (const { customerId, makerId } of makers.values()) {
          const namesOf = (all: queries.Ended[]) =>
            all.filter((ended) => ended.customerId === customerId && ended.makerId === makerId).map(({ name }) => name);
          const maker = await queries.findName(transaction, makerId, customerId);
          const reference = { maker, customerId, keys: namesOf(keys), webhooks: namesOf(webhooks) };
          for (const to of await queries.findOwners(transaction, customerId)) {
            const notice = { documentKind: MAIL_KIND, reference, to, subject: MESSAGES.subject, customerId, requestedBy: null };
            await mail.queueNotice(transaction, notice);
          }
        }
      });
    },
  };
}

/** The mail about connections that ended, in the current language. */
function endedText(
  { maker, keys, webhooks }: MailFacts,
  { label, globalCustomerNumber }: queries.Account,
  { platformName, publicUrl }: { platformName: string; publicUrl: string },
): string {
  const list = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');
  return [
    MESSAGES.ended(maker, label),
    ...(keys.length > 0 ? [MESSAGES.keys(list(keys))] : []),
    ...(webhooks.length > 0 ? [MESSAGES.webhooks(list(webhooks))] : []),
    `${publicUrl}${withCustomer('/integrations', globalCustomerNumber)}`,
    platformName,
  ].join('\n\n');
}
