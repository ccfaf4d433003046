/** What a token says about its holder's address. `unverified` is final; `unknown` means that the provider can be asked. */
export type EmailClaim = { kind: 'verified'; address: string } | { kind: 'unverified' } | { kind: 'unknown' };

/** The sign-in that a token belongs to, so that signing out can end it. */
export interface TokenSession {
  /** Shared by all tokens of the sign-in where the provider names it (`sid`); otherwise the token's own. */
  key: string;
  issuedAt: Date;
}

/** Who a token speaks for. */
export interface Identity {
  /** The provider's lasting name for the person. */
  subject: string;
  email: EmailClaim;
  session: TokenSession;
  /** From then on the token is refused, with what is allowed for clocks that differ. */
  expiresAt: Date;
}

/** Raised for a token that is missing, expired, foreign or forged; the reason is for the log alone. */
export class TokenRefusedError extends Error {
  override name = 'TokenRefusedError';
}

/** How somebody who was let in can sign in. */
export type Invitation =
  | { kind: 'temporary-password'; password: string; validDays: number }
  /** He signs in as he always did. */
  | { kind: 'known' }
  /** An outside provider keeps the passwords; he signs in there with his address. */
  | { kind: 'outside' };

/** Where people's sign-ins are kept. */
export interface AccountsPort {
  /** Makes sure that the person with an address can sign in, and answers how. A second invitation replaces an unused temporary password. */
  invite(email: string): Promise<Invitation>;
}

export interface IdentityPort {
  /** Who a token speaks for, where it was found good before and has not run out; costs nothing, and lets nobody in. */
  recall(token: string): Identity | undefined;
  /** Checks an access token; throws TokenRefusedError for anything but a good one. */
  verify(token: string): Promise<Identity>;
  /** Asks the provider for the subject's verified address, for tokens that do not carry it; throws if the provider does not answer. */
  findEmail(token: string, subject: string): Promise<string | undefined>;
}
