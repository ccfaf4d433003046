import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/database/database';
import { type ChargeState, type PaymentPort, ProcessorUnreachableError } from '../port.ts';
import { assertSigned } from '../signature.ts';
import { behaviourOf, FAILURES } from './sandbox-behaviours.ts';
import { SandboxBooks, type SandboxOrder } from './sandbox-books.queries.ts';

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
}

/** Opens a processor for trying the product out. It keeps its own durable books and has test numbers for every outcome. */
export async function openSandbox(database: Database, settings: SandboxSettings): Promise<Sandbox> {
  const books = new SandboxBooks(database);
  await books.open();
  const secret = randomBytes(32).toString('hex');
  const travel = (signal: AbortSignal) => (settings.latencyMs > 0 ? pause(settings.latencyMs / 2, undefined, { signal }) : undefined);
  const look = async (paymentId: string): Promise<ChargeState> => stateOf(await books.find(paymentId));

  return {
    name: 'sandbox',
    signatureHeader: SANDBOX_SIGNATURE_HEADER,
    sourceName: 'Customer portal',
    books,
    secret,
    async reserve(order, signal) {
      await travel(signal);
      return books.reserve(order, `P${randomBytes(6).toString('hex').toUpperCase()}`);
    },
    async charge(paymentId, _idempotencyKey, means, signal) {
      const behaviour = behaviourOf(means);
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
      return behaviour.delay === 'settle' ? WAITING : look(paymentId);
    },
    look,
    async close(paymentId) {
      const order = await books.find(paymentId);
      if (order?.isDown) throw new ProcessorUnreachableError('the sandbox is down');
      await books.close(paymentId);
      return look(paymentId);
    },
    readNotification(headers, body) {
      assertSigned(secret, headers[SANDBOX_SIGNATURE_HEADER], body);
      const { paymentId } = JSON.parse(body.toString('utf8')) as { paymentId?: unknown };
      return typeof paymentId === 'string' ? paymentId : undefined;
    },
  };
}

const WAITING: ChargeState = { state: 'pending', message: 'Pending: waiting for the bank' };

function stateOf(order: SandboxOrder | undefined): ChargeState {
  if (!order || order.isDown) throw new ProcessorUnreachableError(order ? 'the sandbox is down' : 'the sandbox knows no such order');
  if (order.state === 'paid') {
    const { refundedCents, disputedCents, isDisputed } = order;
    return { state: 'paid', ...(refundedCents > 0 || isDisputed ? { back: { refundedCents, disputedCents, isDisputed } } : {}) };
  }
  if (order.state === 'open') return { state: 'open' };
  if (order.state === 'waiting') return WAITING;
  return { state: 'failed', ...FAILURES[order.state] };
}
