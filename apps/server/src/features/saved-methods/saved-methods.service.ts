import type { Answer, Input } from '@yardage/contract/endpoint';
import {
  type listSavedMethods,
  MAX_SAVED_METHODS,
  type removeSavedMethod,
  type SavedMethod,
  type saveMethod,
  type verifySavedMethod,
} from '@yardage/contract/saved-methods';
import { dayAt } from '@yardage/domain/dates';
import { MAX_PROOF_TRIES, type MethodProblem } from '@yardage/domain/saved-methods';
import type { Logger } from 'pino';
import {
  type HostedMeans,
  type NewSavedMethod,
  type PaymentPort,
  ProcessorRefusedError,
  type ProofAnswer,
  type TypedMeans,
} from '#server/adapters/payments/port';
import type { PaymentBudget, PaymentFields } from '#server/config';
import type { Database, Transaction } from '#server/database/database';
import { type AuditVerb, recordAudit } from '#server/features/audit/audit.queries';
import { countTries } from '#server/features/payments/payment-attempts.queries';
import { FAILURES_COUNT_HOURS, pausedUntil } from '#server/features/payments/payment-budget';
import { assertMethodPermitted, assertMethodWellTyped, assertOfferedFields, meansOf } from '#server/features/payments/payment-request';
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
  readonly #ports: ReadonlyMap<string, PaymentPort>;
  readonly #log: Logger;
  readonly #budget: PaymentBudget;
  readonly #fields: PaymentFields;

  /** The first processor keeps new methods. The others only forget those that they kept. */
  constructor(
    database: Database,
    ports: readonly [PaymentPort, ...PaymentPort[]],
    log: Logger,
    { budget, fields }: { budget: PaymentBudget; fields: PaymentFields },
  ) {
    this.#database = database;
    this.#port = ports[0];
    this.#ports = new Map(ports.map((port) => [port.name, port]));
    this.#log = log;
    this.#budget = budget;
    this.#fields = fields;
  }

  #termsFor({ timeZone }: Scope): queries.ChargeTerms {
    return { today: dayAt(new Date(), timeZone), processor: this.#port.name };
  }

  async list(scope: Scope): Promise<JsonText<Answer<typeof listSavedMethods>>> {
    return new JsonText(await queries.listMethods(this.#database, scope, this.#termsFor(scope)));
  }

  /** Saves a method outside a payment. The tries are counted with failed payments before the processor is asked. */
  async save(scope: Scope, body: Input<typeof saveMethod>['body'], email: string, requestId: string): Promise<SavedMethod> {
    assertOfferedFields(this.#fields, body.paymentMethod);
    assertMethodPermitted(scope, body.paymentMethod === 'Hosted' ? body.kind : body.paymentMethod);
    if (body.paymentMethod !== 'Hosted') assertMethodWellTyped(body, this.#termsFor(scope).today);
    const tryId = await this.#database.transaction(scope, async (transaction) => {
      await assertRoom(transaction, scope);
      return this.#beginTry(transaction, scope);
    });
    const kept = await this.#keep(scope, meansOf(body), email, (isRefused) =>
      this.#database.transaction(scope, (transaction) => queries.endTry(transaction, scope, tryId, { isRefused })),
    );
    return this.#store(scope, kept, body.name, requestId);
  }

  /** Saves the method of a payment that did not fail. Returns whether it was saved; the payment is valid either way. */
  async saveAfterPayment(scope: Scope, means: TypedMeans, email: string, requestId: string): Promise<boolean> {
    try {
      await this.#database.transaction(scope, (transaction) => assertRoom(transaction, scope));
      await this.#store(scope, await this.#keep(scope, means, email), undefined, requestId);
      return true;
    } catch (error) {
      this.#log.warn({ err: error }, 'a payment method was not saved');
      return false;
    }
  }

  /** Counts a call to the processor with the failed payments. Refuses it if there were too many. */
  async #beginTry(transaction: Transaction, scope: Scope): Promise<number> {
    const until = pausedUntil(await countTries(transaction, FAILURES_COUNT_HOURS), this.#budget, new Date());
    if (until) throw new ApiError('payments-paused', { detail: MESSAGES.paused, retryAt: until });
    return queries.insertTry(transaction, scope);
  }

  /**
   * Verifies a bank account by the amounts or the code that arrived there. The try is counted before the processor is asked, so that
   * several at once gain nothing.
   */
  async verify(scope: Scope, id: number, given: Input<typeof verifySavedMethod>['body'], requestId: string): Promise<SavedMethod> {
    const terms = this.#termsFor(scope);
    const { method, tryId } = await this.#database.transaction(scope, async (transaction) => {
      const method = orNotFound(await queries.lockProvable(transaction, scope, id, terms));
      if (method.problem !== 'unverified') {
        const { problem } = method;
        const detail = problem === null || problem === 'expired' ? MESSAGES.nothingToVerify : MESSAGES.problems[problem];
        throw new ApiError('conflict', { detail });
      }
      // The last try may be under way.
      if (method.proofTries >= MAX_PROOF_TRIES) throw new ApiError('conflict', { detail: MESSAGES.problems.unverifiable });
      const tryId = await this.#beginTry(transaction, scope);
      await queries.countProof(transaction, scope, id, 1);
      return { method, tryId };
    });
    const left = MAX_PROOF_TRIES - method.proofTries - 1;
    const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
    const answer = await this.#port.verifyMethod(method.token, given, signal).catch(async (error) => {
      // A slow processor may have compared what was given, so a timeout counts as a try. Otherwise one could guess without limit.
      const isCounted = signal.aborted;
      await this.#database.transaction(scope, async (transaction) => {
        if (!isCounted) await queries.countProof(transaction, scope, id, -1);
        else if (left <= 0) await queries.endProof(transaction, scope, id, false);
        await queries.endTry(transaction, scope, tryId, { isRefused: isCounted });
      });
      throw new ApiError('service-unavailable', { detail: isCounted ? MESSAGES.unanswered(left) : MESSAGES.unreachable, cause: error });
    });
    const verified = await this.#database.transaction(scope, async (transaction) => {
      await queries.endTry(transaction, scope, tryId, { isRefused: answer !== 'verified' });
      if (answer !== 'wrong' || left <= 0) await queries.endProof(transaction, scope, id, answer === 'verified');
      await audit(transaction, scope, 'verify', method.name, { id, answer }, requestId);
      return answer === 'verified' ? orNotFound(await queries.findListed(transaction, scope, id, terms)) : undefined;
    });
    if (!verified) throw proofRefusal(answer, left, given);
    return verified;
  }

  async #keep(
    scope: Scope,
    means: TypedMeans | HostedMeans,
    email: string,
    ended?: (isRefused: boolean) => Promise<void>,
  ): Promise<NewSavedMethod> {
    try {
      const owner = { customerNumber: scope.customerNumber, email };
      const kept = await this.#port.saveMethod(means, owner, AbortSignal.timeout(CALL_TIMEOUT_MS));
      await ended?.(false);
      return kept;
    } catch (error) {
      const isRefused = error instanceof ProcessorRefusedError;
      await ended?.(isRefused);
      if (!isRefused) throw new ApiError('service-unavailable', { detail: MESSAGES.unreachable, cause: error });
      const typed = means.kind === 'card' ? 'paymentDetails.cardNumber' : 'paymentDetails.bankAccountNumber';
      const field = 'reference' in means ? 'reference' : typed;
      throw new ApiError('validation-failed', { fieldErrors: { [field]: [MESSAGES.refused] }, cause: error });
    }
  }

  async #store(scope: Scope, kept: NewSavedMethod, name: string | undefined, requestId: string): Promise<SavedMethod> {
    const kind = kept.brand || (kept.kind === 'card' ? MESSAGES.card : MESSAGES.account);
    const given = name ?? MESSAGES.named(kind, kept.lastFour);
    const stored = this.#database.transaction(scope, async (transaction) => {
      // Counted again, because several may have been saved at the same time.
      await assertRoom(transaction, scope);
      const id = await queries.insertMethod(transaction, scope, { ...kept, processor: this.#port.name }, given);
      await audit(transaction, scope, 'save', given, { id, kind: kept.kind, lastFour: kept.lastFour }, requestId);
      return orNotFound(await queries.findListed(transaction, scope, id, this.#termsFor(scope)));
    });
    return stored.catch(async (error) => {
      // The portal could not store the method, so the processor must not keep it either.
      await this.#port.removeMethod(kept.token, AbortSignal.timeout(CALL_TIMEOUT_MS)).catch((cause) => {
        this.#log.warn({ err: cause }, 'the processor keeps a payment method that was not stored');
      });
      throw error;
    });
  }

  async rename(scope: Scope, id: number, name: string, requestId: string): Promise<SavedMethod> {
    return this.#database.transaction(scope, async (transaction) => {
      const before = orNotFound(await queries.renameMethod(transaction, scope, id, name));
      await audit(transaction, scope, 'rename', name, { id, before }, requestId);
      return orNotFound(await queries.findListed(transaction, scope, id, this.#termsFor(scope)));
    });
  }

  /** Removes a method and stops what uses it, then lets the processor forget it. If that fails, the round tries again. */
  async remove(scope: Scope, id: number, stopUses: StopUses, requestId: string): Promise<Answer<typeof removeSavedMethod>> {
    const { removed, stopped } = await this.#database.transaction(scope, async (transaction) => {
      // A run locks its plan before its method, so stop plans and rules first here, too. Afterwards stop what was added meanwhile.
      const before = await stopUses(transaction, scope, id);
      const removed = orNotFound(await queries.removeMethod(transaction, scope, id));
      const after = await stopUses(transaction, scope, id);
      const stopped = {
        stoppedPayments: before.stoppedPayments + after.stoppedPayments,
        stoppedRules: before.stoppedRules + after.stoppedRules,
      };
      await audit(transaction, scope, 'remove', removed.name, { id, ...stopped }, requestId);
      return { removed, stopped };
    });
    await this.#detach(removed);
    return stopped;
  }

  /** Lets the processor forget removed methods that it was not reached for. */
  async detachDue(): Promise<void> {
    const due = await this.#database.transaction('system', (transaction) =>
      queries.claimDetachable(transaction, DETACH_LIMIT, DETACH_LEASE_SECONDS),
    );
    for (const method of due) await this.#detach(method);
  }

  async #detach({ id, token, processor }: queries.Detachable): Promise<void> {
    try {
      const port = this.#ports.get(processor ?? this.#port.name);
      if (!port) throw new Error(`the processor ${processor} is not configured`);
      await port.removeMethod(token, AbortSignal.timeout(CALL_TIMEOUT_MS));
      await this.#database.transaction('system', (transaction) => queries.forgetToken(transaction, id));
    } catch (error) {
      this.#log.warn({ err: error, methodId: id }, 'the processor has not forgotten a removed payment method yet');
    }
  }
}

/** Returns the refusal that says how many tries are left, or that the account has to be added again. */
function proofRefusal(answer: ProofAnswer, left: number, given: Input<typeof verifySavedMethod>['body']): ApiError {
  const message = answer === 'wrong' && left > 0 ? MESSAGES.wrongProof(left) : MESSAGES.unverifiable;
  return new ApiError('validation-failed', { fieldErrors: { ['code' in given ? 'code' : 'amounts']: [message] } });
}

/** The refusal of a saved method that cannot be charged. */
export function unusable(problem: MethodProblem | undefined): ApiError {
  return new ApiError('method-unusable', { detail: problem ? MESSAGES.problems[problem] : MESSAGES.removed });
}

async function assertRoom(transaction: Transaction, scope: Scope): Promise<void> {
  if ((await queries.countMethods(transaction, scope)) >= MAX_SAVED_METHODS) {
    throw new ApiError('conflict', { detail: MESSAGES.tooMany(MAX_SAVED_METHODS) });
  }
}

function audit(
  transaction: Transaction,
  scope: Scope,
  verb: AuditVerb<'payment-methods'>,
  subject: string,
  detail: object,
  requestId: string,
): Promise<void> {
  const { userId, customerId } = scope;
  return recordAudit(transaction, { userId, customerId, action: `payment-methods.${verb}`, subject, detail, requestId });
}
