/** How a request's failure is reported. Without it, the general rules apply. */
export interface FailureMeta extends Record<string, unknown> {
  /** The message for this request, shown instead of the general one. */
  failureText?: string;
  /** The title above the message. */
  failureTitle?: string;
  /** Whether the server's message is preferred over `failureText` (ERR-10). */
  prefersServerMessage?: boolean;
  /** The message if there was no HTTP response, instead of the network toast. */
  unknownText?: string;
  /** The caller is a form, which shows field errors at its fields. */
  isForm?: boolean;
  /** The request loads the user's access. A 403 on it does not load the same access again. */
  isAboutAccess?: 'customer-numbers' | 'permissions';
  /** Shows no toast; the caller shows or logs the failure. */
  isSilent?: boolean;
}

/** What the app knows about a query besides its data. */
export interface QueryMeta extends FailureMeta {
  /** The hub announces changes of this data, so it is fetched again whenever the hub connects. */
  isAnnounced?: boolean;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta;
    mutationMeta: FailureMeta;
  }
}
