import { z } from 'zod';
import type { Transaction } from '#server/database/database';
import type { AreaServices } from '#server/features/area';
import {
  approvedText,
  MEMBER_MAIL_SUBJECTS,
  type MembershipFacts,
  nameAccounts,
  receivedText,
  rejectedText,
} from './member-mails.messages.ts';
import { takeDueInvitations } from './members.queries.ts';

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
  const brand = async () => ({ ...(await branding.current()), publicUrl });
  mail.write(kindName('received'), recipientOnly, async () => receivedText(await brand()));
  mail.write(kindName('approved'), membershipFacts, async (facts) =>
    approvedText(facts, await accounts.invite(facts.email), await brand()),
  );
  mail.write(kindName('rejected'), recipientOnly, async () => rejectedText(await brand()));
}

/** The customer that a mail belongs to and the user who caused it. Both can be null for a public registration. */
export interface MailCause {
  customerId: number | null;
  userId: number | null;
}

/** Mails a person about their request or membership, once the transaction commits. */
export async function mailMember<Kind extends MailKind>(
  { mail, branding }: Pick<AreaServices, 'mail' | 'branding'>,
  transaction: Transaction,
  kind: Kind,
  facts: MailFacts[Kind],
  { customerId, userId }: MailCause,
): Promise<void> {
  const notice = {
    documentKind: kindName(kind),
    reference: { ...facts },
    to: facts.email,
    subject: MEMBER_MAIL_SUBJECTS[kind](branding.known()),
    customerId,
    requestedBy: userId,
  };
  await mail.notify(transaction, notice, MAX_PER_DAY[kind]);
}

/** How many invitations one transaction mails. */
const INVITATIONS_AT_ONCE = 100;

/**
 * Invites members that the supplier's systems sent. This is a round and not part of a batch, because files are also imported by a command,
 * which runs no jobs. A person who gets several accounts at once gets one mail.
 */
export async function inviteSupplied(services: Pick<AreaServices, 'database' | 'mail' | 'branding'>): Promise<void> {
  for (let taken = INVITATIONS_AT_ONCE; taken >= INVITATIONS_AT_ONCE; ) {
    taken = await services.database.transaction('system', async (transaction) => {
      const invitations = await takeDueInvitations(transaction, INVITATIONS_AT_ONCE);
      for (const { email, firstName, accounts, customerId } of invitations) {
        const facts = { email, firstName, account: nameAccounts(accounts) };
        await mailMember(services, transaction, 'approved', facts, { customerId, userId: null });
      }
      return invitations.reduce((sum, { accounts }) => sum + accounts.length, 0);
    });
  }
}
