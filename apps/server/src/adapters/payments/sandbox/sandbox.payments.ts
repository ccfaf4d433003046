import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { STORED_STATUS } from '@yardage/domain/payment-status';
import { brandOf, lastDayOf, lastFourOf, type MethodSummary } from '@yardage/domain/saved-methods';
import type { Database } from '#server/database/database';
import {
  type ChargeState,
  type HostedMeans,
  type PaymentPort,
  ProcessorRefusedError,
  ProcessorUnreachableError,
  type TypedMeans,
} from '../port.ts';
import { assertSigned } from '../signature.ts';
import { type Behaviour, behaviourOf, FAILURES, isProof, refusesToSave } from './sandbox-behaviours.ts';
import { SandboxBooks, type SandboxCharge } from './sandbox-books.queries.ts';

export const SANDBOX_SIGNATURE_HEADER = 'sandbox-signature';

export interface SandboxSettings {
  /** How long e-checks and the pending card take to settle. */
  settleSeconds: number;
  /** How long the slow card takes. */
  slowSeconds: number;
  /** How long the processor stays down for the card that takes it down. */
  downSeconds: number;
  /** Duration of a call: half before and half after the books are written. */
  latencyMs: number;
}

/** The sandbox processor. `secret` signs its notifications; it is new in every process, since notifications never leave the process. */
export interface Sandbox extends PaymentPort {
  books: SandboxBooks;
  secret: string;
  /** Called by the processor's own fields: keeps a card or account for one use and returns its name. The number is not stored. */
  makeReference(means: TypedMeans): Promise<string>;
}

/** Opens a processor for trying the product out. It keeps its own durable books and has test numbers for every outcome. */
export async function openSandbox(database: Database, settings: SandboxSettings): Promise<Sandbox> {
  const books = new SandboxBooks(database);
  await books.open();
  const secret = randomBytes(32).toString('hex');
  const travel = (signal: AbortSignal) => (settings.latencyMs > 0 ? pause(settings.latencyMs / 2, undefined, { signal }) : undefined);
  const findState = async (paymentId: string): Promise<ChargeState> => stateOf(await books.find(paymentId));

  const charge = async (paymentId: string, behaviour: Behaviour, signal: AbortSignal): Promise<ChargeState> => {
    await travel(signal);
    if (behaviour.isDown) {
      await books.takeDown(paymentId, settings.downSeconds);
      throw new ProcessorUnreachableError('the sandbox is down');
    }
    const delays = { settle: settings.settleSeconds, slow: settings.slowSeconds };
    const afterSeconds = behaviour.delay ? delays[behaviour.delay] : 0;
    await books.charge(paymentId, behaviour.end, afterSeconds, behaviour.later, settings.settleSeconds);
    if (behaviour.isSilent) await pause(afterSeconds * 1000, undefined, { signal });
    if (behaviour.isAnswerLost) throw new ProcessorUnreachableError('the answer of the sandbox was lost');
    await travel(signal);
    return behaviour.delay === 'settle' ? WAITING : findState(paymentId);
  };

  const readMeans = async (means: TypedMeans | HostedMeans): Promise<{ behaviour: Behaviour; face: MethodSummary }> => {
    if (!('reference' in means)) return { behaviour: behaviourOf(means), face: summaryOf(means) };
    const kept = await books.takeReference(means.reference);
    if (!kept || kept.face.kind !== means.kind) throw new ProcessorRefusedError(STORED_STATUS.refused);
    return kept;
  };

  return {
    name: 'sandbox',
    signatureHeader: SANDBOX_SIGNATURE_HEADER,
    sourceName: 'Customer portal',
    books,
    secret,
    async reserve(request, signal) {
      await travel(signal);
      return books.reserve(request, `P${randomBytes(6).toString('hex').toUpperCase()}`);
    },
    async makeReference(means) {
      const reference = `H${randomBytes(12).toString('hex').toUpperCase()}`;
      await books.saveMethod(reference, behaviourOf(means), summaryOf(means));
      return reference;
    },
    charge: async (paymentId, _idempotencyKey, means, signal) => charge(paymentId, (await readMeans(means)).behaviour, signal),
    async chargeSaved(paymentId, _idempotencyKey, { token }, signal) {
      const behaviour = await books.findMethod(token);
      if (!behaviour) throw new ProcessorRefusedError(STORED_STATUS.refused);
      return charge(paymentId, behaviour, signal);
    },
    async saveMethod(means, _owner, signal) {
      await travel(signal);
      const { behaviour, face } = await readMeans(means);
      if (refusesToSave(behaviour)) throw new ProcessorRefusedError(STORED_STATUS.declined);
      const token = `M${randomBytes(12).toString('hex').toUpperCase()}`;
      await books.saveMethod(token, behaviour);
      return { token, ...face, proof: behaviour.onceVerified ? 'amounts' : null };
    },
    async verifyMethod(token, proof, signal) {
      await travel(signal);
      const behaviour = await books.findMethod(token);
      if (!behaviour) return 'failed';
      const { onceVerified: verified } = behaviour;
      if (!verified) return 'verified';
      if (!('amounts' in proof) || !isProof(proof.amounts)) return 'wrong';
      await books.changeMethod(token, verified);
      return 'verified';
    },
    async removeMethod(token, signal) {
      await travel(signal);
      await books.removeMethod(token);
    },
    findState,
    async close(paymentId) {
      const found = await books.find(paymentId);
      if (found?.isDown) throw new ProcessorUnreachableError('the sandbox is down');
      await books.close(paymentId);
      return findState(paymentId);
    },
    readNotification(headers, body) {
      assertSigned(secret, headers[SANDBOX_SIGNATURE_HEADER], body);
      const { paymentId } = JSON.parse(body.toString('utf8')) as { paymentId?: unknown };
      return typeof paymentId === 'string' ? paymentId : undefined;
    },
  };
}

function summaryOf(means: TypedMeans): MethodSummary {
  if (means.kind === 'check') {
    return { kind: 'check', brand: '', lastFour: lastFourOf(means.details.bankAccountNumber), expiresOn: null };
  }
  const { cardNumber, expiryYear, expiryMonth } = means.details;
  const number = cardNumber.replaceAll(' ', '');
  const expiresOn = lastDayOf(Number(expiryYear), Number(expiryMonth));
  return { kind: 'card', brand: brandOf(number), lastFour: lastFourOf(number), expiresOn };
}

const WAITING: ChargeState = { state: 'pending', message: STORED_STATUS.waitingForBank };

function stateOf(charge: SandboxCharge | undefined): ChargeState {
  if (!charge || charge.isDown) throw new ProcessorUnreachableError(charge ? 'the sandbox is down' : 'the sandbox knows no such charge');
  if (charge.state === 'paid') {
    const { refundedCents, disputedCents, isDisputed } = charge;
    // Returned even if nothing went back: a refund that was recorded may have failed since.
    return { state: 'paid', back: { refundedCents, disputedCents, isDisputed } };
  }
  if (charge.state === 'open') return { state: 'open' };
  if (charge.state === 'waiting') return WAITING;
  return { state: 'failed', ...FAILURES[charge.state] };
}
