import { MINUTE_MS, SECOND_MS } from '@yardage/domain/durations';

/** Rounds with `hasWork` run within a second of their work. This is how often they run in any case. */
const WITH_CONDITION_MS = 30 * SECOND_MS;

/** How often each round looks for work; the demo has rounds of its own. Rounds run in every process that runs jobs, and share the work. */
export const INTERVALS_MS = {
  /** Keeps the branding in memory fresh, because mails that are written in a transaction use it. */
  'refresh-branding': 2 * SECOND_MS,
  mails: WITH_CONDITION_MS,
  'mail-alert': MINUTE_MS,
  /** Payments whose outcome is unknown. */
  'complete-payments': WITH_CONDITION_MS,
  'planned-payments': 5 * SECOND_MS,
  /** Removed methods that the processor still has. */
  'detach-methods': MINUTE_MS,
  /** Payments that a person has to review. */
  'payment-reviews': MINUTE_MS,
  /** New events become alerts, and alerts mails. */
  alerts: WITH_CONDITION_MS,
  'alert-pushes': WITH_CONDITION_MS,
  /** Arrivals of trucks that users follow. */
  'alert-arrivals': 10 * SECOND_MS,
  /** Events that time alone causes. */
  'alert-events': 10 * SECOND_MS,
  /** Months that are over get their statements (FED-14). */
  'close-months': 10 * MINUTE_MS,
  /** Records the end of views whose time is over. They are refused from their last second on. */
  'end-views': MINUTE_MS,
  /** Keys and webhooks of members who lost their access. */
  'integrations-of-leavers': MINUTE_MS,
  webhooks: WITH_CONDITION_MS,
  /** Requests that nobody answered before their start. */
  'expire-requests': 30 * SECOND_MS,
  /** Chats that nobody joins, or in which nobody writes any more. */
  'end-silent-chats': 10 * MINUTE_MS,
  /** Members that the supplier's systems sent. */
  'invite-members': WITH_CONDITION_MS,
  /** Records that were refused because of a payment that has ended or come back. */
  'release-supply': WITH_CONDITION_MS,
  'run-imports': WITH_CONDITION_MS,
  /** Uploads that are too old, and what killed dry runs have left. */
  'tidy-imports': 60 * MINUTE_MS,
  'close-out-packs': WITH_CONDITION_MS,
  /** Idempotency keys of old writes. */
  'forget-old-writes': 15 * MINUTE_MS,
  /** Positions that are too old to count for a truck's speed. */
  'forget-old-fixes': MINUTE_MS,
  retention: 30 * MINUTE_MS,
} as const;

/** A round that can be woken. */
export type RoundName = keyof typeof INTERVALS_MS;
