import type { Invitation } from '#server/adapters/identity/port';
import { howToSignIn, letter, type MailBrand } from '#server/features/members/member-mails.messages';

/** The subject of the mail to a new staff member. */
export const staffMailSubject = ({ platformName }: Pick<MailBrand, 'platformName'>) => `${platformName}: your access to the desk`;

/** The mail to a new staff member. */
export function staffMailText(
  { firstName, email, role }: { firstName: string; email: string; role: string },
  invitation: Invitation,
  brand: MailBrand,
): string {
  return letter(firstName, brand, [
    `you now have access to the desk of ${brand.platformName} as ${role}.`,
    ...howToSignIn(email, invitation, brand),
  ]);
}
