import type { Answer, Input } from '@yardage/contract/endpoint';
import {
  type listSavedMethods,
  MAX_SAVED_METHODS,
  type removeSavedMethod,
  type SavedMethod,
  type saveMethod,
} from '@yardage/contract/saved-methods';
import { dayAt } from '@yardage/domain/dates';
import type { Logger } from 'pino';
import { type SavedMethod as KeptMethod, type PaymentMeans, type PaymentPort, ProcessorRefusedError } from '#server/adapters/payments/port';
import type { PaymentBudget } from '#server/config';
import type { Database, Transaction } from '#server/database/database';
import { recordAudit } from '#server/features/audit/audit.queries';
import { countTries } from '#server/features/payments/payment-attempts.queries';
import { FAILURES_COUNT_HOURS, pausedUntil } from '#server/features/payments/payment-budget';
import { assertMethodPermitted, assertMethodWellTyped, typedMeansOf } from '#server/features/payments/payment-request';
import { JsonText } from '#server/http/answers';
import { ApiError, orNotFound } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import { SAVED_METHODS_MESSAGES as MESSAGES } from './saved-methods.messages.ts';
import * as queries from './saved-methods.queries.ts';

const CALL_TIMEOUT_MS = 20_000;
const DETACH_LIMIT = 20;
const DETACH_LEASE_SECONDS = 300;

/** Stops what uses a method, in the transaction that removes it. Returns how much was stopped. */
export type StopUses = (transaction: Transaction, scope: Scope, methodId: number) => Promise<Answer<typeof removeSavedMethod>>;

/** Cards and bank accounts that the processor keeps. Numbers pass through memory only, for one call to the processor. */
export class SavedMethods {
  readonly #database: Database;
  readonly #port: PaymentPort;
  readonly #log: Logger;
  readonly #budget: PaymentBudget;

  constructor(database: Database, port: PaymentPort, log: Logger, budget: PaymentBudget) {
    this.#database = database;
    this.#port = port;
    this.#log = log;
    this.#budget = budget;
  }

  async list(scope: Scope): Promise<JsonText<Answer<typeof listSavedMethods>>> {
    return new JsonText(await queries.listMethods(this.#database, scope, todayOf(scope)));
  }

  /** Saves a method outside a payment. The tries are counted with failed payments before the processor is asked. */
  async save(scope: Scope, body: Input<typeof saveMethod>['body'], email: string, requestId: string): Promise<SavedMethod> {
    assertMethodPermitted(scope, body.paymentMethod);
    assertMethodWellTyped(body, todayOf(scope));
    const tryId = await this.#database.transaction(scope, async (transaction) => {
      await assertRoom(transaction, scope);
      const until = pausedUntil(await countTries(transaction, FAILURES_COUNT_HOURS), this.#budget, new Date());
      if (until) throw new ApiError('payments-paused', { detail: MESSAGES.paused, retryAt: until });
      return queries.insertTry(transaction, scope);
    });
    const kept = await this.#keep(scope, typedMeansOf(body), email, (isRefused) =>
      this.#database.transaction(scope, (transaction) => queries.endTry(transaction, scope, tryId, isRefused)),
    );
    return this.#store(scope, kept, body.name, requestId);
  }

  /** Saves the method of a payment that did not fail. Returns whether it was saved; the payment is valid either way. */
  async saveAfterPayment(scope: Scope, means: PaymentMeans, email: string, requestId: string): Promise<boolean> {
    try {
      await this.#database.transaction(scope, (transaction) => assertRoom(transaction, scope));
      await this.#store(scope, await this.#keep(scope, means, email), undefined, requestId);
      return true;
    } catch (error) {
      this.#log.warn({ err: error }, 'a payment method was not saved');
      return false;
    }
  }

  async #keep(scope: Scope, means: PaymentMeans, email: string, ended?: (isRefused: boolean) => Promise<void>): Promise<KeptMethod> {
    try {
      const owner = { customerNumber: scope.customerNumber, email };
      const kept = await this.#port.saveMethod(means, owner, AbortSignal.timeout(CALL_TIMEOUT_MS));
      await ended?.(false);
      return kept;
    } catch (error) {
      const isRefused = error instanceof ProcessorRefusedError;
      await ended?.(isRefused);
      if (!isRefused) throw new ApiError('service-unavailable', { detail: MESSAGES.unreachable, cause: error });
      const field = means.kind === 'card' ? 'cardNumber' : 'bankAccountNumber';
      throw new ApiError('validation-failed', { fieldErrors: { [`paymentDetails.${field}`]: [MESSAGES.refused] }, cause: error });
    }
  }

  async #store(scope: Scope, kept: KeptMethod, name: string | undefined, requestId: string): Promise<SavedMethod> {
    const kind = kept.brand || (kept.kind === 'card' ? MESSAGES.card : MESSAGES.account);
    const given = name ?? MESSAGES.named(kind, kept.lastFour);
    return this.#database.transaction(scope, async (transaction) => {
      const id = await queries.insertMethod(transaction, scope, kept, given);
      await audit(transaction, scope, 'save', given, { id, kind: kept.kind, lastFour: kept.lastFour }, requestId);
      return orNotFound(await queries.findListed(transaction, scope, id, todayOf(scope)));
    });
  }

  async rename(scope: Scope, id: number, name: string, requestId: string): Promise<SavedMethod> {
    return this.#database.transaction(scope, async (transaction) => {
      const before = orNotFound(await queries.renameMethod(transaction, scope, id, name));
      await audit(transaction, scope, 'rename', name, { id, before }, requestId);
      return orNotFound(await queries.findListed(transaction, scope, id, todayOf(scope)));
    });
  }

  /** Removes a method and stops what uses it, then lets the processor forget it. If that fails, the round tries again. */
  async remove(scope: Scope, id: number, stopUses: StopUses, requestId: string): Promise<Answer<typeof removeSavedMethod>> {
    const { token, stopped } = await this.#database.transaction(scope, async (transaction) => {
      // A run locks its plan, then its method, so the plans come first here too. Those that were made meanwhile are stopped afterwards.
      const before = await stopUses(transaction, scope, id);
      const removed = orNotFound(await queries.removeMethod(transaction, scope, id));
      const after = await stopUses(transaction, scope, id);
      const stopped = {
        stoppedPayments: before.stoppedPayments + after.stoppedPayments,
        stoppedRules: before.stoppedRules + after.stoppedRules,
      };
      await audit(transaction, scope, 'remove', removed.name, { id, ...stopped }, requestId);
      return { token: removed.token, stopped };
    });
    await this.#detach({ id, token });
    return stopped;
  }

  /** Lets the processor forget removed methods that it was not reached for. */
  async detachDue(): Promise<void> {
    const due = await this.#database.transaction('system', (transaction) =>
      queries.claimDetachable(transaction, DETACH_LIMIT, DETACH_LEASE_SECONDS),
    );
    for (const method of due) await this.#detach(method);
  }

  async #detach({ id, token }: { id: number; token: string }): Promise<void> {
    try {
      await this.#port.removeMethod(token, AbortSignal.timeout(CALL_TIMEOUT_MS));
      await this.#database.transaction('system', (transaction) => queries.forgetToken(transaction, id));
    } catch (error) {
      this.#log.warn({ err: error, methodId: id }, 'the processor has not forgotten a removed payment method yet');
    }
  }
}

const todayOf = ({ timeZone }: Scope): string => dayAt(new Date(), timeZone);

async function assertRoom(transaction: Transaction, scope: Scope): Promise<void> {
  if ((await queries.countMethods(transaction, scope)) >= MAX_SAVED_METHODS) {
    throw new ApiError('conflict', { detail: MESSAGES.tooMany(MAX_SAVED_METHODS) });
  }
}

function audit(transaction: Transaction, scope: Scope, verb: string, subject: string, detail: object, requestId: string): Promise<void> {
  const { userId, customerId } = scope;
  return recordAudit(transaction, { userId, customerId, action: `payment-methods.${verb}`, subject, detail, requestId });
}
