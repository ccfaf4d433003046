/** Who a token speaks for. */
export interface Identity {
  /** The provider's lasting name for the person. */
  subject: string;
  /** Lower case, where the token tells it. */
  email: string | undefined;
}

/** Raised for a token that is missing, expired, foreign or forged; the reason is for the log alone. */
export class TokenRefusedError extends Error {
  override name = 'TokenRefusedError';
}

export interface IdentityPort {
  /** Checks an access token; throws TokenRefusedError for anything but a good one. */
  verify(token: string): Promise<Identity>;
  /** Asks the provider for the person's address, for tokens that do not carry it. */
  findEmail(token: string): Promise<string | undefined>;
}
