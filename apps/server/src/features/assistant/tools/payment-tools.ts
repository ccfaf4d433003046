import type { CartHistoryRow } from '@yardage/contract/payments';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { formatDay } from '@yardage/domain/dates';
import { formatDollars } from '@yardage/domain/money';
import { paymentMethodLabel, paymentResultLabel, paymentSourceLabel, paymentStatusText } from '@yardage/domain/payment-status';
import type { ToolResult } from '#server/adapters/assistant/port';
import { paymentsService } from '#server/features/payments/payments.service';
import type { Scope } from '#server/http/scope';
import { COUNTED, ASSISTANT_MESSAGES as MESSAGES } from '../assistant.messages.ts';
import {
  ANY_DAY,
  cell,
  countOfRows,
  facts,
  isNumber,
  linkCell,
  links,
  listAddress,
  narrowing,
  noneOf,
  onlyText,
  pageFor,
  pageOf,
  parsed,
  rangeOf,
  recordOf,
  table,
  toList,
  toRecord,
} from '../tool-result.ts';
import type { MakeTools } from './tool.ts';

const access = { anyOf: [PERMISSIONS.PAYMENT_HISTORY_VIEW], subject: 'payments' } as const;
const RESULT_OF = { paid: '1', unpaid: '0', pending: '2' } as const;
const TAB_OF = { paid: 'Paid', unpaid: 'Unpaid', pending: 'Pending' } as const;

/** Tools that list payments and show one. */
export const paymentTools: MakeTools<'list_payments' | 'show_payment'> = (services) => {
  const payments = paymentsService(services);

  async function find(scope: Scope, number: string | undefined): Promise<CartHistoryRow | undefined> {
    if (!number) return parsed(await payments.cartHistory(scope, pageOf(1))).items[0];
    const { items } = parsed(await payments.cartHistory(scope, pageFor(number)));
    return items.find(({ cartId, paymentId }) => isNumber(cartId, number) || (paymentId !== null && isNumber(paymentId, number)));
  }

  return {
    list_payments: {
      ...access,
      async run(scope, { count, from, to, status }) {
        const filter = { startDate: from, endDate: to, ...(status ? { paymentResult: RESULT_OF[status] } : {}) };
        const { items, totalCount, sums } = parsed(await payments.cartHistory(scope, { ...pageOf(count), ...filter }));
        const counted = status ? COUNTED[`${status}Payment`] : COUNTED.payment;
        if (items.length === 0) return noneOf(counted, narrowing({ from, to }));
        const sum = (from || to) && (!status || status === 'paid') ? ` ${MESSAGES.payment.paidSum(formatDollars(sums.paidAmount))}` : '';
        const shown = status ? ANY_DAY : rangeOf(items.map(({ paymentDate }) => paymentDate));
        return {
          text: `${countOfRows(items.length, totalCount, counted)}${narrowing({ from, to })}.${sum}`,
          blocks: [
            table(
              MESSAGES.areas.payments,
              [
                MESSAGES.headers.payment,
                MESSAGES.headers.date,
                MESSAGES.headers.method,
                `#${MESSAGES.headers.amount}`,
                MESSAGES.headers.status,
              ],
              items.map((row) => [
                linkCell(recordFor(row)),
                cell(formatDay(row.paymentDate)),
                cell(paymentMethodLabel(row.paymentMethod)),
                cell(formatDollars(row.totalAmountWithDiscount)),
                cell(paymentResultLabel(row.paymentResult)),
              ]),
            ),
            links(
              toList(
                MESSAGES.areas.paymentHistory,
                listAddress('/paymentHistory', from || to ? { from, to } : shown, status ? { status: TAB_OF[status] } : {}),
              ),
            ),
          ],
          records: items.map(recordFor),
        };
      },
    },

    show_payment: {
      ...access,
      async run(scope, { number }) {
        const row = await find(scope, number);
        if (!row) return number ? onlyText(MESSAGES.notFound('payment', number)) : noneOf(COUNTED.payment);
        return describe(row);
      },
    },
  };
};

const recordFor = ({ cartId }: CartHistoryRow) => recordOf('payment', cartId, cartId);

function describe(row: CartHistoryRow): ToolResult {
  const record = recordFor(row);
  return {
    text: MESSAGES.payment.stands(
      row.cartId,
      formatDollars(row.totalAmountWithDiscount),
      formatDay(row.paymentDate),
      paymentResultLabel(row.paymentResult),
    ),
    blocks: [
      facts([
        [MESSAGES.headers.method, paymentMethodLabel(row.paymentMethod)],
        [MESSAGES.headers.madeAt, paymentSourceLabel(row.paymentSourceName)],
        [MESSAGES.headers.discount, row.totalDiscountAmount > 0 ? formatDollars(row.totalDiscountAmount) : null],
        [MESSAGES.headers.message, paymentStatusText(row.statusMessage)],
      ]),
      links(toRecord(record)),
    ],
    records: [record],
  };
}
