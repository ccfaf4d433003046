/**
 * No token may be valid for longer, and an ended session is remembered this long: a day, as some providers issue tokens, and an hour for a
 * provider whose clock is ahead.
 */
export const MAX_TOKEN_LIFE_MS = 25 * 3_600_000;

/** What a token says about its user's address. `unverified` is final; `unknown` means that the provider can be asked. */
export type EmailClaim = { kind: 'verified'; address: string } | { kind: 'unverified' } | { kind: 'unknown' };

/** The session that a token belongs to, so that signing out can end it. */
export interface SignInSession {
  /** Shared by all tokens of the session if the provider names it (`sid`); otherwise the token's own. */
  key: string;
  issuedAt: Date;
}

/** The user that a token belongs to. */
export interface Identity {
  /** The provider's permanent id of the user. */
  subject: string;
  email: EmailClaim;
  session: SignInSession;
  /** When the token expires, including the tolerance for clocks that differ. */
  expiresAt: Date;
}

/** Thrown for a token that is missing, expired, forged or from elsewhere. The reason is only for the log. */
export class TokenRefusedError extends Error {
  override name = 'TokenRefusedError';
}

/** How an invited user can sign in. */
export type Invitation =
  | { kind: 'temporary-password'; password: string; validDays: number }
  /** Another mail has the temporary password, which is still valid. */
  | { kind: 'password-in-other-mail' }
  /** They already have an account and sign in as before. */
  | { kind: 'known' }
  /** An external provider keeps the passwords. They sign in there with their address. */
  | { kind: 'outside' };

/** The mail that invites a user. Without one, an operator tells the user the temporary password. */
export interface InvitationMail {
  id: number;
  /** The account that the mail is about; null for staff. */
  customerId: number | null;
}

/** The store of the users' sign-in accounts. */
export interface AccountsPort {
  /**
   * Makes sure that the user with this address can sign in, and returns how. A second invitation replaces an unused temporary password, unless
   * the mail of another account has it: somebody who gets two accounts needs one password.
   */
  invite(email: string, mail?: InvitationMail): Promise<Invitation>;
}

export interface IdentityPort {
  /** Returns the user of a token that was verified before and has not expired. Cheap, but does not authenticate anybody. */
  findVerified(token: string): Identity | undefined;
  /** Verifies an access token. Throws TokenRefusedError if it is not valid. */
  verify(token: string): Promise<Identity>;
  /** Asks the provider for the subject's verified address, for tokens without it. Throws if the provider does not respond. */
  findEmail(token: string, subject: string): Promise<string | undefined>;
  /** Checks the metadata of an external provider. Throws if it does not respond, or cannot be used as it is configured. */
  introduce?(): Promise<void>;
  /** The servers that the provider has named, besides the issuer, for browsers to get their tokens from. */
  browserOrigins?(): readonly string[];
}
