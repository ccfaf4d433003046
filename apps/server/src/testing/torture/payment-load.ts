import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { PaymentRequest } from '@yardage/contract/payments';
import type { PlannedPayment } from '@yardage/contract/planned-payments';
import { PAID_CODE } from '@yardage/domain/payment-status';
import type { TestCustomer } from '../sample-call.ts';
import { cardRequest, checkRequest, type PayableInvoice, TEST_CARDS } from '../sample-payment.ts';
import type { Answer, Fleet } from './fleet.ts';

const AT_ONCE = 6;
const HALF_REFUNDED_CARD = '4000000000007726';
const REFUNDED_CARD = '4000000000005126';
const DISPUTED_CARD = '4000000000002685';
const RETURNED_ACCOUNT = '000111111116';
const RETURNED_LATER_ACCOUNT = '000222222227';

export interface Payers {
  own: TestCustomer;
  /** The person who pays, and two who may approve. */
  tokens: { payer: string; approvers: [string, string] };
  methodId: number;
  today: string;
}

/** Whether a retry was answered that it is done, without the first answer. */
const isDone = (answer: Answer | undefined): boolean => answer?.body?.code === 'already-done';

/** People who pay invoices in every way that the portal offers, and who send again what got no answer. */
export class PaymentLoad {
  readonly #fleet: Fleet;
  readonly #payers: Payers;
  readonly #invoices: PayableInvoice[];
  /** The invoices that somebody tried to pay. */
  readonly used: PayableInvoice[] = [];
  /** The carts whose payment was acknowledged. */
  readonly acknowledged = new Set<string>();
  /** How many approvals were accepted. */
  approvals = 0;
  readonly refusals = new Map<string, number>();

  constructor(fleet: Fleet, payers: Payers, invoices: readonly PayableInvoice[]) {
    this.#fleet = fleet;
    this.#payers = payers;
    this.#invoices = [...invoices];
  }

  /** Pays one invoice after the other until aborted, and finishes what was begun. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let invoice = this.#take(); invoice && !signal.aborted; invoice = this.#take()) {
          await this.#scenarios[this.used.length % this.#scenarios.length]?.(invoice);
        }
      }),
    );
  }

  #take(): PayableInvoice | undefined {
    const invoice = this.#invoices.shift();
    if (invoice) this.used.push(invoice);
    return invoice;
  }

  readonly #scenarios: ((invoice: PayableInvoice) => Promise<unknown>)[] = [
    (invoice) => this.pay(this.#card(invoice)),
    (invoice) => this.#payInParts(invoice),
    (invoice) => this.#schedule(invoice),
    // A schedule and a payment by hand at the same moment.
    async (invoice) => {
      await this.#schedule(invoice);
      await this.pay(this.#card(invoice));
    },
    (invoice) => this.#approve(invoice),
    // Two tabs, each with its own name for the attempt.
    (invoice) => Promise.all(this.#fleet.urls.map((url) => this.pay(this.#card(invoice), url))),
    (invoice) => this.pay(checkRequest(this.#payers.own, [invoice])),
    (invoice) => this.pay(checkRequest(this.#payers.own, [invoice], RETURNED_LATER_ACCOUNT)),
    (invoice) => this.pay(this.#card(invoice, HALF_REFUNDED_CARD)),
    (invoice) => this.pay(this.#card(invoice, this.used.length % 2 ? REFUNDED_CARD : DISPUTED_CARD)),
    (invoice) => this.pay(this.#card(invoice, TEST_CARDS.answerLost)),
    (invoice) => this.pay(checkRequest(this.#payers.own, [invoice], RETURNED_ACCOUNT)),
    // The card is refused, and another one is used at once.
    async (invoice) => {
      await this.pay(this.#card(invoice, TEST_CARDS.insufficientFunds));
      await this.pay(this.#card(invoice));
    },
  ];

  #card(invoice: PayableInvoice, number: string = TEST_CARDS.approved) {
    return cardRequest(this.#payers.own, [invoice], number);
  }

  /** Sends a payment until it is answered. Half of the retries are those of somebody who has reloaded the page. */
  async pay(request: PaymentRequest, url?: string): Promise<Answer> {
    const path = `/payments/initiate?globalCustomerNumber=${this.#payers.own.globalCustomerNumber}`;
    for (let paymentReference: string = randomUUID(); ; paymentReference = Math.random() < 0.5 ? paymentReference : randomUUID()) {
      const body = { ...request, paymentReference };
      const answer = await this.#fleet.call(path, { token: this.#payers.tokens.payer, body }, url);
      if (answer && answer.status < 500) {
        this.#note(answer);
        return answer;
      }
      await pause(50 + Math.random() * 200);
    }
  }

  #note({ status, body }: Answer): void {
    if (status === 200 && body.data?.status === PAID_CODE) this.acknowledged.add(body.data.cartData.cartId);
    if (status !== 200) this.#noteRefusal(body);
  }

  #noteRefusal(body: Answer['body']): void {
    const code = String(body?.code);
    this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1);
  }

  async #payInParts(invoice: PayableInvoice): Promise<void> {
    const half = Math.floor(invoice.openCents / 2);
    const first = this.#card({ ...invoice, openCents: half });
    const [line] = first.metadata.invoices;
    if (line) line.openAmount = invoice.openCents / 100;
    await this.pay(first);
    await this.pay(this.#card({ ...invoice, openCents: invoice.openCents - half }));
  }

  /** Plans the payment of an invoice, or asks for its approval. A retry is the same plan. */
  async #plan(path: string, { invoiceNumber, openCents }: PayableInvoice, extra: object): Promise<PlannedPayment | undefined> {
    const { own, tokens, methodId } = this.#payers;
    const body = { methodId, invoiceNumbers: [invoiceNumber], totalAmountWithDiscount: openCents / 100, ...extra };
    const answer = await this.#fleet.insist(`/payments/${own.globalCustomerNumber}/${path}`, { token: tokens.payer, body }, randomUUID());
    if (answer?.status === 200) return answer.body;
    // The process was killed after it had planned and before it had stored its answer: the plan is in the list.
    if (isDone(answer)) return this.#findPlan(invoiceNumber);
    this.#noteRefusal(answer?.body);
    return undefined;
  }

  async #findPlan(invoiceNumber: string): Promise<PlannedPayment | undefined> {
    const { own, tokens } = this.#payers;
    const answer = await this.#fleet.insist(`/payments/${own.globalCustomerNumber}/planned`, { token: tokens.payer }, randomUUID());
    const plans: PlannedPayment[] = answer?.body ?? [];
    return plans.find(({ invoices }) => invoices.some((each) => each.invoiceNumber === invoiceNumber));
  }

  #schedule(invoice: PayableInvoice): Promise<PlannedPayment | undefined> {
    return this.#plan('planned', invoice, { runOn: this.#payers.today });
  }

  /** Two people approve the same payment at the same moment, each through another process. */
  async #approve(invoice: PayableInvoice): Promise<void> {
    const { own, tokens } = this.#payers;
    const plan = await this.#plan('approvals', invoice, {});
    if (!plan) return;
    const path = `/payments/${own.globalCustomerNumber}/planned/${plan.id}/approve`;
    const approve = (token: string) => this.#fleet.insist(path, { method: 'POST', token }, randomUUID());
    for (const answer of await Promise.all(tokens.approvers.map(approve))) {
      if (answer?.status === 200 || isDone(answer)) this.approvals += 1;
      else this.#noteRefusal(answer?.body);
    }
  }
}
