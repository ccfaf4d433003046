import { nameFault } from '@yardage/domain/person-fields';
import type { Invitation } from '#server/adapters/identity/port';

/** The recipient and the customer account of a mail about a new membership. */
export type MembershipFacts = {
  email: string;
  firstName: string;
  /** The customer account's name and number. */
  account: string;
};

/** The supplier's name and contact details in the mails. */
export interface MailBrand {
  platformName: string;
  supportEmail: string;
  supportPhone: string;
  publicUrl: string;
}

/** The subjects of these mails. */
export const MEMBER_MAIL_SUBJECTS = {
  received: (brand: Pick<MailBrand, 'platformName'>) => `${brand.platformName}: we received your registration`,
  approved: (brand: Pick<MailBrand, 'platformName'>) => `${brand.platformName}: your account is ready`,
  rejected: (brand: Pick<MailBrand, 'platformName'>) => `${brand.platformName}: about your registration`,
};

/** The mail that confirms a request. Anybody can enter any address in the form, so the mail repeats nothing that was entered. */
export function receivedText(brand: MailBrand): string {
  return letter('', brand, [
    `thank you for registering with ${brand.platformName}.`,
    'Registrations are reviewed within 24-48 hours. You will hear from us by email either way.',
    'If you did not register, you can ignore this message.',
  ]);
}

const MOST_NAMED = 5;

/** Names the accounts in a sentence; of many, the first ones. */
export function nameAccounts(accounts: readonly string[]): string {
  const named = accounts.slice(0, MOST_NAMED);
  const more = accounts.length - named.length;
  return new Intl.ListFormat('en-US').format(more > 0 ? [...named, `${more} more`] : named);
}

/** The mail to a new member. How they sign in depends on the identity provider. */
export function approvedText({ firstName, email, account }: MembershipFacts, invitation: Invitation, brand: MailBrand): string {
  return letter(firstName, brand, [
    `you now have access to ${account} on ${brand.platformName}.`,
    ...howToSignIn(email, invitation, brand),
  ]);
}

/** Returns the paragraphs about the first sign-in, which depends on the identity provider. */
export function howToSignIn(email: string, invitation: Invitation, { publicUrl }: MailBrand): string[] {
  if (invitation.kind === 'known')
    return [`Sign in at ${publicUrl} with ${email} and your password, as before. The account is in your list.`];
  if (invitation.kind === 'outside') {
    return [
      `Sign in at ${publicUrl} with ${email}. If you have no password there yet, choose "Sign up" or "Forgot password" on the sign-in page; use this very address.`,
    ];
  }
  return [
    `Sign in at ${publicUrl} with your email address and this temporary password:`,
    `    Email: ${email}\n    Temporary password: ${invitation.password}`,
    `It is good for ${invitation.validDays} days. At your first sign-in you choose a password of your own.`,
  ];
}

/** The mail about a rejected request. It also repeats nothing that was entered. */
export function rejectedText(brand: MailBrand): string {
  return letter('', brand, [
    `your request for access to a customer account on ${brand.platformName} was not approved.`,
    'If you think this is a mistake, please check the customer number with your company and register again, or contact us.',
  ]);
}

/** Returns a letter of the supplier, with its contact details at the end. */
export function letter(firstName: string, brand: MailBrand, paragraphs: string[]): string {
  return [greeting(firstName), ...paragraphs, `${brand.platformName}\n${brand.supportPhone}\n${brand.supportEmail}`].join('\n\n');
}

/** Checks the name again, because rows from before names were validated can contain anything. */
function greeting(firstName: string): string {
  return firstName === '' || nameFault(firstName) ? 'Hello,' : `Hello ${firstName},`;
}
