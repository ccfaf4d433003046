import { randomInt } from 'node:crypto';
import type { Database } from '#server/database/database';
import { hashPassword } from '../passwords.ts';
import type { AccountsPort } from '../port.ts';
import { findSignInAccount, savePassword } from './records.queries.ts';

const VALID_DAYS = 7;
const DAY_MS = 86_400_000;
/** Without letters and digits that are taken for one another. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** The built-in provider's sign-ins: who is let in gets a temporary password, which he replaces by his own. */
export function builtInAccounts(database: Database): AccountsPort {
  return {
    async invite(email) {
      const account = await findSignInAccount(database, email);
      if (account && !account.temporaryUntil) return { kind: 'known' };
      const password = temporaryPassword();
      await savePassword(database, email, await hashPassword(password), new Date(Date.now() + VALID_DAYS * DAY_MS));
      return { kind: 'temporary-password', password, validDays: VALID_DAYS };
    },
  };
}

/** Four groups of four, some 79 bits: easy to copy from a mail, too many to guess. */
function temporaryPassword(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}
