import { z } from 'zod';
import type { Transaction } from '#server/database/database';
import type { AreaServices } from '#server/features/area';
import { approvedText, MEMBER_MAIL_SUBJECTS, type MembershipFacts, receivedText, rejectedText } from './member-mails.messages.ts';

const membershipFacts = z.strictObject({ email: z.string(), firstName: z.string(), account: z.string() });
/** Mails queued by an older version have further fields, which are dropped. Hence not a strict object. */
const recipientOnly = z.object({ email: z.string() });

/** The data of each kind of mail. */
interface MailFacts {
  received: { email: string };
  approved: MembershipFacts;
  rejected: { email: string };
}
type MailKind = keyof MailFacts;
const kindName = (kind: MailKind) => `member-${kind}`;

/** The maximum per mailbox and day. `received` goes to any address that a visitor enters. */
const MAX_PER_DAY: Readonly<Record<MailKind, number>> = { received: 3, approved: 10, rejected: 3 };

/** Declares how these mails are written. A temporary password is created when its mail is sent, so the mail queue never contains it. */
export function declareMemberMails({ mail, accounts, branding, publicUrl }: AreaServices): void {
  const brand = { ...branding, publicUrl };
  mail.write(kindName('received'), recipientOnly, async () => receivedText(brand));
  mail.write(kindName('approved'), membershipFacts, async (facts) => approvedText(facts, await accounts.invite(facts.email), brand));
  mail.write(kindName('rejected'), recipientOnly, async () => rejectedText(brand));
}

/** The customer that a mail belongs to and the user who caused it. Both can be null for a public registration. */
export interface MailCause {
  customerId: number | null;
  userId: number | null;
}

/** Mails a person about their request or membership, once the transaction commits. */
export async function mailMember<Kind extends MailKind>(
  { mail, branding }: AreaServices,
  transaction: Transaction,
  kind: Kind,
  facts: MailFacts[Kind],
  { customerId, userId }: MailCause,
): Promise<void> {
  const notice = {
    documentKind: kindName(kind),
    reference: { ...facts },
    to: facts.email,
    subject: MEMBER_MAIL_SUBJECTS[kind](branding),
    customerId,
    requestedBy: userId,
  };
  await mail.notify(transaction, notice, MAX_PER_DAY[kind]);
}
