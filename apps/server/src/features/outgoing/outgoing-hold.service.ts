import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '#server/database/database';
import { type AuditAuthor, recordAudit } from '#server/features/audit/audit.queries';
import { restartAllWaiting } from '#server/features/webhooks/webhooks.queries';
import { forScrape } from '#server/http/scrape';
import type { RoundName } from '#server/jobs/round-intervals';
import * as queries from './outgoing-hold.queries.ts';

/** The rounds that send or pay something without a person asking for it at that moment. */
export const OUTGOING_ROUNDS: readonly RoundName[] = ['mails', 'webhooks', 'alert-pushes', 'planned-payments'];

/** How long the result of a check is reused. */
const REUSE_MS = 1_500;
const NOTE_USE_AFTER_SECONDS = 60;
/** A standby that took over lacks seconds at most. A recovery to a point in time has lost what came after that point. */
const FAILOVER_SECONDS = 600;
/** A copy of the disks is the same database on the same timeline; only the time without use shows it. */
export const UNUSED_SECONDS = 12 * 3600;

/**
 * Notices that the database was restored, and holds mails, webhooks, push messages and planned payments until an operator releases them:
 * they may have gone out after the backup was made (decision 69).
 */
export class OutgoingHold {
  readonly #database: Database;
  readonly #log: Pick<Logger, 'error'>;
  /** Whether a database that was not used for long is suspicious. The demo is stopped for days. */
  readonly #checksAge: boolean;
  #lastCheck: { isHeld: boolean; askedAt: number } | undefined;
  /** The last note that this process has seen. A database that still has it, or a later one, has lost nothing since. */
  #seenAt: string | undefined;

  constructor(database: Database, log: Pick<Logger, 'error'>, { checksAge }: { checksAge: boolean }) {
    this.#database = database;
    this.#log = log;
    this.#checksAge = checksAge;
  }

  async isHeld(): Promise<boolean> {
    if (this.#lastCheck && performance.now() - this.#lastCheck.askedAt < REUSE_MS) return this.#lastCheck.isHeld;
    const isHeld = await this.#look();
    this.#lastCheck = { isHeld, askedAt: performance.now() };
    return isHeld;
  }

  async #look(): Promise<boolean> {
    const now = await queries.readIdentity(this.#database);
    const known = await queries.findKnown(this.#database);
    const isNoted = known?.identity === now.identity && known.timeline === now.timeline && known.unusedSeconds < NOTE_USE_AFTER_SECONDS;
    if (!isNoted) return this.#note(now);
    this.#seenAt = known.seenAt;
    return known.heldSince !== null;
  }

  /** Stores that the database is in use. If it is not the one that was used last, holds everything that would go out. */
  async #note(now: queries.DatabaseIdentity): Promise<boolean> {
    const { isHeld, reason, seenAt } = await this.#database.transaction('system', async (transaction) => {
      const known = await queries.lockKnown(transaction, now);
      const isComplete = this.#seenAt !== undefined && known.seenAt >= this.#seenAt;
      const reason = suspicionOf(known, now, { isComplete, checksAge: this.#checksAge });
      if (reason) {
        await queries.hold(transaction, reason);
        await queries.beginHistory(transaction, randomUUID());
      }
      const seenAt = await queries.noteUse(transaction, now);
      return { isHeld: reason !== undefined || known.heldSince !== null, reason, seenAt };
    });
    this.#seenAt = seenAt;
    if (reason) this.#log.error({ reason }, 'the database seems to be restored: mails, webhooks and planned payments are held');
    return isHeld;
  }
}

interface Circumstances {
  /** Whether the database has everything that this process has seen of it, as after a long failover. */
  isComplete: boolean;
  /** Whether a database that was not used for long is suspicious. */
  checksAge: boolean;
}

/** Returns why the database may not be in the state that it was left in. */
export function suspicionOf(
  known: queries.KnownDatabase,
  now: queries.DatabaseIdentity,
  { isComplete, checksAge }: Circumstances,
): queries.HoldReason | undefined {
  if (known.identity !== now.identity) return 'other-database';
  if (isComplete) return undefined;
  if (known.timeline !== now.timeline && known.unusedSeconds > FAILOVER_SECONDS) return 'earlier-state';
  return checksAge && known.unusedSeconds > UNUSED_SECONDS ? 'unused-for-long' : undefined;
}

/** Exports whether something is held, for the alert. */
export function exportHoldMetric(registry: Registry, database: Database): void {
  new Gauge({
    name: 'outgoing_held',
    help: 'Whether mails, webhooks and planned payments are held until an operator releases them',
    registers: [registry],
    async collect() {
      const known = await forScrape(queries.findKnown(database).then((found) => (found?.heldSince ? 1 : 0)));
      this.set(known ?? Number.NaN);
    },
  });
}

/** The operations of operators: hold and release. */
export function outgoingHoldService(database: Database) {
  return {
    find: () => queries.findKnown(database),

    /** Holds everything, before the first start on a database that was restored in a way that cannot be noticed. */
    async hold(author: AuditAuthor<number | null>): Promise<void> {
      const now = await queries.readIdentity(database);
      await database.transaction('system', async (transaction) => {
        const known = await queries.lockKnown(transaction, now);
        await queries.hold(transaction, suspicionOf(known, now, { isComplete: false, checksAge: false }) ?? 'by-command');
        await queries.beginHistory(transaction, randomUUID());
        await queries.noteUse(transaction, now);
        await recordAudit(transaction, { ...author, customerId: null, action: 'outgoing.hold', subject: 'command', detail: {} });
      });
    },

    /** Releases everything. Returns how many mails were given up instead, or undefined if nothing was held. */
    async release(author: AuditAuthor<number | null>, mailsToDrop: { reason: string } | undefined): Promise<number | undefined> {
      const now = await queries.readIdentity(database);
      return database.transaction('system', async (transaction) => {
        const known = await queries.lockKnown(transaction, now);
        // A database whose restore no process has noticed yet is held only after the next start.
        if (known.heldSince === null) return undefined;
        const dropped = mailsToDrop ? await queries.giveUpMails(transaction, known.heldSince, mailsToDrop.reason) : 0;
        await queries.release(transaction);
        await restartAllWaiting(transaction);
        await queries.noteUse(transaction, now);
        const detail = { reason: known.heldReason, heldSince: known.heldSince, droppedMails: dropped };
        await recordAudit(transaction, { ...author, customerId: null, action: 'outgoing.release', subject: 'command', detail });
        return dropped;
      });
    },
  };
}
