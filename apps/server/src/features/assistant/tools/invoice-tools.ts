import type { InvoiceDetail, InvoiceRow } from '@yardage/contract/invoices';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { dayAt, formatDay } from '@yardage/domain/dates';
import { formatDollars } from '@yardage/domain/money';
import { invoiceStatusLabel, PAYMENT_RESULTS } from '@yardage/domain/payment-status';
import type { ToolInput, ToolResult, Topic } from '#server/adapters/assistant/port';
import { invoicesService } from '#server/features/invoices/invoices.service';
import { ApiError } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import { COUNTED, ASSISTANT_MESSAGES as MESSAGES } from '../assistant.messages.ts';
import { findOrderIds, findRecordKey } from '../assistant.queries.ts';
import {
  ANY_DAY,
  cell,
  countOfRows,
  facts,
  linkCell,
  links,
  listAddress,
  narrowing,
  noneOf,
  onlyText,
  pageOf,
  parsed,
  recordOf,
  table,
  toList,
  toRecord,
} from '../tool-result.ts';
import { idOfTopic, type MakeTools } from './tool.ts';

const access = { anyOf: [PERMISSIONS.INVOICES_VIEW], subject: 'invoices' } as const;
/** What narrows the list to invoices of a status. Overdue ones include those with a payment under way: they are owed until it settles. */
const QUERY_OF = {
  paid: { paymentResult: '1' },
  unpaid: { paymentResult: '0' },
  pending: { paymentResult: '2' },
  overdue: { due: 'overdue' },
} as const;
const TAB_OF = { paid: '?status=Paid', unpaid: '', pending: '?status=Pending', overdue: '?status=All&due=overdue' } as const;

/** Tools that list invoices and show one. */
export const invoiceTools: MakeTools<'list_invoices' | 'show_invoice'> = (services) => {
  const invoices = invoicesService(services);

  async function list(scope: Scope, input: ToolInput<'list_invoices'>, topic?: Topic): Promise<ToolResult> {
    const { from, to, dates, search, status, order } = input;
    const isStatusAsked = status !== undefined || dates === 'paid';
    if (isStatusAsked && !scope.permissions.has(PERMISSIONS.INVOICES_VIEW_STATUS)) return onlyText(MESSAGES.invoice.statusHidden);
    const orderId = idOfTopic(topic, 'order', order);
    const orderIds = orderId ? [orderId] : order ? await findOrderIds(services.database, scope, order) : undefined;
    const { query, sort } = requestOf(input);
    const { items, totalCount, sums } = parsed(await invoices.list(scope, query, { dates, orderIds }));
    const counted = status ? COUNTED[`${status}Invoice`] : COUNTED.invoice;
    const about = narrowing({ from, to, search, order }, MESSAGES.invoice.dates[dates ?? 'issued']);
    if (items.length === 0) return noneOf(counted, about);
    const sum =
      status && status !== 'paid'
        ? MESSAGES.invoice.open(formatDollars(sums.currentAmount))
        : MESSAGES.invoice.total(formatDollars(sums.invoiceAmount));
    return {
      text: `${countOfRows(items.length, totalCount, counted, MESSAGES.invoice.order[sort])}${about}. ${sum}`,
      blocks: [tableOf(items), links(toList(MESSAGES.areas.invoices, pageAddress(input)))],
      records: items.map(recordFor),
    };
  }

  function tableOf(rows: readonly InvoiceRow[]) {
    return table(
      MESSAGES.areas.invoices,
      [
        MESSAGES.headers.invoice,
        MESSAGES.headers.date,
        MESSAGES.headers.due,
        MESSAGES.headers.job,
        `#${MESSAGES.headers.amount}`,
        `#${MESSAGES.headers.open}`,
        MESSAGES.headers.status,
      ],
      rows.map((row) => [
        linkCell(recordFor(row)),
        cell(formatDay(row.documentDate)),
        cell(formatDay(row.dueDate)),
        cell(row.jobAddress1),
        cell(formatDollars(row.invoiceAmount)),
        cell(formatDollars(row.currentAmount)),
        cell(invoiceStatusLabel(row)),
      ]),
    );
  }

  return {
    list_invoices: { ...access, run: list },

    show_invoice: {
      ...access,
      async run(scope, { number }) {
        const documentNumber = number
          ? ((await findRecordKey(services.database, scope, 'invoice', number)) ?? number)
          : parsed(await invoices.list(scope, pageOf(1))).items[0]?.documentNumber;
        if (!documentNumber) return noneOf(COUNTED.invoice);
        try {
          return describe(scope, parsed(await invoices.detail(scope, documentNumber, undefined)));
        } catch (error) {
          if (error instanceof ApiError && error.code === 'not-found') return onlyText(MESSAGES.notFound('invoice', documentNumber));
          throw error;
        }
      },
    },
  };
};

/** Returns the list's query and which rows come first. */
function requestOf({ count, from, to, dates, search, status, sort: asked }: ToolInput<'list_invoices'>) {
  const sort: keyof typeof MESSAGES.invoice.order = asked ?? (status === 'overdue' ? 'oldest' : dates === 'due' ? 'due' : 'newest');
  const query = {
    ...pageOf(count, search),
    ...(sort === 'largest' ? { sortBy: 'invoiceAmount' as const } : {}),
    sortDesc: sort === 'newest' || sort === 'largest',
    fromDate: from,
    toDate: to,
    ...(status ? QUERY_OF[status] : {}),
  };
  return { query, sort };
}

/**
 * The address of the page with the same invoices. The page filters by invoice date only, so other dates are left out. Unless days are named,
 * it shows this year's, except for unpaid invoices.
 */
function pageAddress({ from, to, dates = 'issued', search, status, order }: ToolInput<'list_invoices'>): string {
  const isOwnDate = dates === 'issued' && status !== 'overdue' && (from || to);
  const days = isOwnDate ? { from, to } : status === 'unpaid' || status === 'overdue' ? {} : ANY_DAY;
  return listAddress(`/invoices${status ? TAB_OF[status] : '?status=All'}`, { ...days, search, order });
}

const recordFor = ({ documentNumber }: Pick<InvoiceRow, 'documentNumber'>) => recordOf('invoice', documentNumber, documentNumber);

function sentenceOf(scope: Scope, invoice: InvoiceDetail): string {
  const { documentNumber, paymentResult, dueDate } = invoice;
  const total = formatDollars(invoice.invoiceAmount);
  if (invoice.voidedDate !== null) return MESSAGES.invoice.voided(documentNumber, total, formatDay(invoice.voidedDate));
  if (paymentResult === PAYMENT_RESULTS.paid) return MESSAGES.invoice.paid(documentNumber, total);
  if (paymentResult === PAYMENT_RESULTS.pending) return MESSAGES.invoice.pending(documentNumber, total);
  if (paymentResult === null) return MESSAGES.invoice.plain(documentNumber, total, formatDay(invoice.documentDate));
  const standing = invoice.currentAmount < invoice.invoiceAmount ? MESSAGES.invoice.partlyPaid : MESSAGES.invoice.notPaid;
  const say = dueDate < dayAt(new Date(), scope.timeZone) ? MESSAGES.invoice.overdue : MESSAGES.invoice.unpaid;
  return say(standing, documentNumber, formatDollars(invoice.currentAmount), formatDay(dueDate));
}

function describe(scope: Scope, invoice: InvoiceDetail): ToolResult {
  const record = recordFor(invoice);
  const canSeeOrder = scope.permissions.has(PERMISSIONS.ORDERS_VIEW) && invoice.orderId !== null && invoice.orderNumber !== null;
  const order = canSeeOrder ? [recordOf('order', invoice.orderNumber ?? '', invoice.orderId ?? '')] : [];
  const discount =
    invoice.paymentResult === PAYMENT_RESULTS.unpaid && invoice.discountAmount > 0 && invoice.discountExpiryDate
      ? ` ${MESSAGES.invoice.discount(formatDollars(invoice.discountAmount), formatDay(invoice.discountExpiryDate))}`
      : '';
  return {
    text: `${sentenceOf(scope, invoice)}${discount}`,
    blocks: [
      facts([
        [MESSAGES.headers.date, formatDay(invoice.documentDate)],
        [MESSAGES.headers.due, formatDay(invoice.dueDate)],
        [MESSAGES.headers.amount, formatDollars(invoice.invoiceAmount)],
        [MESSAGES.headers.open, formatDollars(invoice.currentAmount)],
        [MESSAGES.headers.job, invoice.job],
        [MESSAGES.headers.order, invoice.orderNumber],
      ]),
      links(toRecord(record), ...order.map(toRecord)),
    ],
    records: [record, ...order],
  };
}
