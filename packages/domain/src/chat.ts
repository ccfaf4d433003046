/** Chat session statuses (CHT-09); any other value counts as ended. */
export const PENDING_CHAT = 1;
export const ACTIVE_CHAT = 2;
export const ENDED_CHAT = 3;

/** Who sent a message (CHT-11). */
export const SENDERS = { system: 1, aiAgent: 2, humanAgent: 3, customer: 4 } as const;

/** What a chat is about (CHT-20). */
export const CHAT_CATEGORIES = { newOrder: 1, invoice: 2, order: 3, ticket: 4 } as const;

/** Message types (CHT-12): plain text, and html that is sanitised before it is shown. */
export const CHAT_TEXT = 4;
export const CHAT_HTML = 5;

/** Longest message that is accepted; the form warns while the user types. */
export const MAX_CHAT_MESSAGE_LENGTH = 4000;
export const MAX_JOB_REQUIREMENT_LENGTH = 2000;
export const MAX_STREET_LENGTH = 200;
