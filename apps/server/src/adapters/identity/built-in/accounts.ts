import { randomInt } from 'node:crypto';
import { DAY_MS } from '@yardage/domain/durations';
import type { Database } from '#server/database/database';
import { hashPassword } from '../passwords.ts';
import type { AccountsPort } from '../port.ts';
import { findSignInAccount, saveTemporaryPassword } from './records.queries.ts';

const VALID_DAYS = 7;
/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** Accounts of the built-in provider. An invited user gets a temporary password and replaces it with their own. */
export function builtInAccounts(database: Database): AccountsPort {
  return {
    async invite(email, mail) {
      const account = await findSignInAccount(database, email);
      if (account && !account.temporaryUntil) return { kind: 'known' };
      const password = temporaryPassword();
      const temporary = { hash: await hashPassword(password), until: new Date(Date.now() + VALID_DAYS * DAY_MS) };
      const isSaved = await saveTemporaryPassword(database, email, temporary, mail);
      if (!isSaved) return { kind: mail ? 'password-in-other-mail' : 'known' };
      return { kind: 'temporary-password', password, validDays: VALID_DAYS };
    },
  };
}

/** Four groups of four characters, about 79 bits: easy to copy from a mail, impossible to guess. */
function temporaryPassword(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}
