import type { CartHistoryRow } from '@yardage/contract/payments';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { formatDay } from '@yardage/domain/dates';
import { formatDollars, formatMoney } from '@yardage/domain/money';
import { paymentResultLabel } from '@yardage/domain/payment-status';
import type { Finding } from '#server/adapters/assistant/port';
import { paymentsService } from '#server/features/payments/payments.service';
import type { Scope } from '#server/http/scope';
import { ASSISTANT_MESSAGES as MESSAGES, SUBJECTS } from '../assistant.messages.ts';
import { sumPaid } from '../assistant.queries.ts';
import {
  cell,
  facts,
  held,
  isNumber,
  linkCell,
  links,
  listAddress,
  narrowing,
  onlyText,
  pageFor,
  pageOf,
  recordOf,
  table,
  toList,
  toRecord,
} from '../finding.ts';
import type { MakeTools } from './tool.ts';

const { areas, headers, payment: words } = MESSAGES;
const access = { anyOf: [PERMISSIONS.PAYMENT_HISTORY_VIEW], subject: SUBJECTS.payments } as const;
const RESULT_OF = { paid: '1', unpaid: '0', pending: '2' } as const;

/** Tools that list payments and show one. */
export const paymentTools: MakeTools<'list_payments' | 'show_payment'> = (services) => {
  const payments = paymentsService(services);

  async function find(scope: Scope, number: string | undefined): Promise<CartHistoryRow | undefined> {
    if (!number) return held(await payments.cartHistory(scope, pageOf(1))).items[0];
    const { items } = held(await payments.cartHistory(scope, pageFor(number)));
    return items.find(({ cartId, paymentId }) => isNumber(cartId, number) || (paymentId !== null && isNumber(paymentId, number)));
  }

  return {
    list_payments: {
      ...access,
      async run(scope, { count, from, to, status }) {
        const filter = { startDate: from, endDate: to, ...(status ? { paymentResult: RESULT_OF[status] } : {}) };
        const { items, totalCount } = held(await payments.cartHistory(scope, { ...pageOf(count), ...filter }));
        const what = status ? words.kinds[status] : words.what;
        if (items.length === 0) return onlyText(MESSAGES.none(`${what}s${narrowing({ from, to })}`));
        const paid = await sumPaid(services.database, scope, { from, to, timeZone: scope.timeZone });
        const sum = (from || to) && (!status || status === 'paid') ? ` ${words.paidSum(formatMoney(paid))}` : '';
        return {
          text: `${MESSAGES.showing(items.length, totalCount, what)}${narrowing({ from, to })}.${sum}`,
          blocks: [
            table(
              areas.payments,
              [headers.payment, headers.date, headers.method, `#${headers.amount}`, headers.status],
              items.map((row) => [
                linkCell(recordFor(row)),
                cell(formatDay(row.paymentDate)),
                cell(row.paymentMethod),
                cell(formatDollars(row.totalAmountWithDiscount)),
                cell(paymentResultLabel(row.paymentResult)),
              ]),
            ),
            links(toList(areas.paymentHistory, listAddress('/paymentHistory', { from, to }))),
          ],
          records: items.map(recordFor),
        };
      },
    },

    show_payment: {
      ...access,
      async run(scope, { number }) {
        const row = await find(scope, number);
        if (!row) return onlyText(number ? MESSAGES.notFound(words.what, number) : MESSAGES.none(`${words.what}s`));
        return describe(row);
      },
    },
  };
};

const recordFor = ({ cartId }: CartHistoryRow) => recordOf('payment', cartId, cartId);

function describe(row: CartHistoryRow): Finding {
  const record = recordFor(row);
  return {
    text: words.stands(
      row.cartId,
      formatDollars(row.totalAmountWithDiscount),
      formatDay(row.paymentDate),
      paymentResultLabel(row.paymentResult),
    ),
    blocks: [
      facts([
        [headers.method, row.paymentMethod],
        [headers.madeAt, row.paymentSourceName],
        [headers.discount, row.totalDiscountAmount > 0 ? formatDollars(row.totalDiscountAmount) : null],
        [headers.message, row.statusMessage],
      ]),
      links(toRecord(record)),
    ],
    records: [record],
  };
}
