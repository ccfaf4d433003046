import { z } from 'zod';
import type { Transaction } from '#server/database/database';
import type { AreaServices } from '#server/features/area';
import { approvedText, MEMBER_MAIL_SUBJECTS, type MembershipFacts, receivedText, rejectedText } from './member-mails.messages.ts';

const membershipFacts = z.strictObject({ email: z.string(), firstName: z.string(), account: z.string() });
type MailKind = keyof typeof MEMBER_MAIL_SUBJECTS;
const kindName = (kind: MailKind) => `member-${kind}`;

/** Declares how these mails are written. A temporary password is made when its mail goes out, so that it is kept nowhere else. */
export function declareMemberMails({ mail, accounts, branding, publicUrl }: AreaServices): void {
  const brand = { ...branding, publicUrl };
  mail.write(kindName('received'), membershipFacts, async (facts) => receivedText(facts, brand));
  mail.write(kindName('approved'), membershipFacts, async (facts) => approvedText(facts, await accounts.invite(facts.email), brand));
  mail.write(kindName('rejected'), membershipFacts, async (facts) => rejectedText(facts, brand));
}

/** Who is behind a mail: which customer it belongs to and who caused it; neither is known of a public registration. */
export interface MailCause {
  customerId: number | null;
  userId: number | null;
}

/** Tells somebody about his request or membership, if the transaction commits. */
export async function mailMember(
  { mail, branding }: AreaServices,
  transaction: Transaction,
  kind: MailKind,
  facts: MembershipFacts,
  { customerId, userId }: MailCause,
): Promise<void> {
  await mail.notify(transaction, {
    documentKind: kindName(kind),
    reference: { ...facts },
    to: facts.email,
    subject: MEMBER_MAIL_SUBJECTS[kind](branding),
    customerId,
    requestedBy: userId,
  });
}
