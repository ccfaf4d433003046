import { nameFault } from '@yardage/domain/person-fields';
import { runInLanguage } from '@yardage/messages/language';
import { currentLocale } from '@yardage/messages/messages';
import { z } from 'zod';
import type { Invitation } from '#server/adapters/identity/port';
import type { Transaction } from '#server/database/database';
import type { AreaServices } from '#server/features/area';
import { MEMBER_MAIL_MESSAGES as MESSAGES } from './member-mails.messages.ts';
import { hasMembership, takeDueInvitations } from './members.queries.ts';

/** `account` is the customer account's name and number. */
const membershipFacts = z.strictObject({ email: z.string(), firstName: z.string(), account: z.string() });
/** Mails queued by an older version have further fields, which are dropped. Hence not a strict object. */
const recipientOnly = z.object({ email: z.string() });

/** The recipient and the customer account of a mail about a new membership. */
type MembershipFacts = z.output<typeof membershipFacts>;

/** The supplier's name and contact details in the mails. */
interface MailBrand {
  platformName: string;
  supportEmail: string;
  supportPhone: string;
  publicUrl: string;
}

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
export function declareMemberMails({ database, mail, accounts, branding, publicUrl }: AreaServices): void {
  const brandNow = async () => ({ ...(await branding.current()), publicUrl });
  const written = (kind: MailKind, brand: MailBrand, text: string) => ({ subject: subjectOf(kind, brand), text });
  mail.declareNotice(kindName('received'), recipientOnly, async () => {
    const brand = await brandNow();
    return written('received', brand, receivedText(brand));
  });
  mail.declareNotice(kindName('approved'), membershipFacts, async (facts, { id, customerId, isToMember, requestedBy }) => {
    // One mail of the supplier may be about several accounts, but belongs to the first only. It is still sent if the person lost that one
    // and has another.
    if (!isToMember && !(requestedBy === null && (await hasMembership(database, facts.email)))) return undefined;
    const brand = await brandNow();
    return written('approved', brand, approvedText(facts, await accounts.invite(facts.email, { id, customerId }), brand));
  });
  mail.declareNotice(kindName('rejected'), recipientOnly, async () => {
    const brand = await brandNow();
    return written('rejected', brand, rejectedText(brand));
  });
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
    subject: subjectOf(kind, branding.known()),
    customerId,
    requestedBy: userId,
  };
  await mail.queueNotice(transaction, notice, MAX_PER_DAY[kind]);
}

const subjectOf = (kind: MailKind, { platformName }: Pick<MailBrand, 'platformName'>) => MESSAGES.subjects[kind](platformName);

/** The mail that confirms a request. Anybody can enter any address in the form, so the mail repeats nothing that was entered. */
function receivedText(brand: MailBrand): string {
  return letter('', brand, [MESSAGES.thanks(brand.platformName), MESSAGES.reviewed, MESSAGES.notYou]);
}

/** The mail to a new member. How they sign in depends on the identity provider. */
function approvedText({ firstName, email, account }: MembershipFacts, invitation: Invitation, brand: MailBrand): string {
  return letter(firstName, brand, [MESSAGES.access(account, brand.platformName), ...howToSignIn(email, invitation, brand)]);
}

/** The mail about a rejected request. It also repeats nothing that was entered. */
function rejectedText(brand: MailBrand): string {
  return letter('', brand, [MESSAGES.notApproved(brand.platformName), MESSAGES.mistake]);
}

/** Returns the paragraphs about the first sign-in, which depends on the identity provider. */
export function howToSignIn(email: string, invitation: Invitation, { publicUrl }: MailBrand): string[] {
  if (invitation.kind === 'known') return [MESSAGES.signInAsBefore(publicUrl, email)];
  if (invitation.kind === 'password-in-other-mail') return [MESSAGES.signInOtherMail(publicUrl, email)];
  if (invitation.kind === 'outside') return [MESSAGES.signInOutside(publicUrl, email)];
  return [
    MESSAGES.signInFirst(publicUrl),
    `    ${MESSAGES.email(email)}\n    ${MESSAGES.password(invitation.password)}`,
    MESSAGES.validDays(invitation.validDays),
  ];
}

/** Returns a letter of the supplier in the current language, with its contact details at the end. */
export function letter(firstName: string, brand: MailBrand, paragraphs: string[]): string {
  const contact = [brand.platformName, brand.supportPhone, brand.supportEmail].filter(Boolean).join('\n');
  return [greeting(firstName), ...paragraphs, contact].join('\n\n');
}

/** Checks the name again, because rows from before names were validated can contain anything. */
function greeting(firstName: string): string {
  return firstName === '' || nameFault(firstName) ? MESSAGES.hello : MESSAGES.helloName(firstName);
}

const MAX_NAMED = 5;

/** Names the accounts in a sentence; of many, the first ones. */
function nameAccounts(accounts: readonly string[]): string {
  const named = accounts.slice(0, MAX_NAMED);
  const more = accounts.length - named.length;
  return new Intl.ListFormat(currentLocale()).format(more > 0 ? [...named, MESSAGES.more(more)] : named);
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
      for (const { email, firstName, accounts, customerId, language } of invitations) {
        const facts = { email, firstName, account: runInLanguage(language, () => nameAccounts(accounts)) };
        await mailMember(services, transaction, 'approved', facts, { customerId, userId: null });
      }
      return invitations.reduce((sum, { accounts }) => sum + accounts.length, 0);
    });
  }
}
