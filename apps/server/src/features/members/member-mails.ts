import { z } from 'zod';
import type { Transaction } from '#server/database/database';
import type { AreaServices } from '#server/features/area';
import { approvedText, MEMBER_MAIL_SUBJECTS, type MembershipFacts, receivedText, rejectedText } from './member-mails.messages.ts';

const membershipFacts = z.strictObject({ email: z.string(), firstName: z.string(), account: z.string() });
/** Mails that were queued by an older version also name what was typed; it is left out. */
const recipientOnly = z.object({ email: z.string() });

/** What each kind of mail is made from. */
interface MailFacts {
  received: { email: string };
  approved: MembershipFacts;
  rejected: { email: string };
}
type MailKind = keyof MailFacts;
const kindName = (kind: MailKind) => `member-${kind}`;

/** Mails of a kind that one mailbox gets in a day. The first kind goes to whatever address a visitor types. */
const MAX_PER_DAY: Readonly<Record<MailKind, number>> = { received: 3, approved: 10, rejected: 3 };

/** Declares how these mails are written. A temporary password is made when its mail goes out, so that it is kept nowhere else. */
export function declareMemberMails({ mail, accounts, branding, publicUrl }: AreaServices): void {
  const brand = { ...branding, publicUrl };
  mail.write(kindName('received'), recipientOnly, async () => receivedText(brand));
  mail.write(kindName('approved'), membershipFacts, async (facts) => approvedText(facts, await accounts.invite(facts.email), brand));
  mail.write(kindName('rejected'), recipientOnly, async () => rejectedText(brand));
}

/** Who is behind a mail: which customer it belongs to and who caused it; neither is known of a public registration. */
export interface MailCause {
  customerId: number | null;
  userId: number | null;
}

/** Tells somebody about his request or membership, if the transaction commits. */
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
