/** How a request's failure is told, given with the request; without it the general rules stand. */
export interface FailureMeta extends Record<string, unknown> {
  /** The request's own message of the catalogue, shown instead of the general one. */
  failureText?: string;
  /** The title above it. */
  failureTitle?: string;
  /** The server's message comes before the own one (ERR-10). */
  prefersServerMessage?: boolean;
  /** The own message when there was no HTTP answer, instead of the network toast. */
  unknownText?: string;
  /** The caller is a form: it puts field errors on its fields. */
  isForm?: boolean;
  /** The request asks what the user may do: its own refusal starts no such question. */
  isAboutAccess?: 'customer-numbers' | 'permissions';
  /** Tells nobody; the caller shows or logs it. */
  isSilent?: boolean;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: FailureMeta;
    mutationMeta: FailureMeta;
  }
}
