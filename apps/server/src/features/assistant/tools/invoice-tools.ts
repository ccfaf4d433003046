import type { InvoiceDetail, InvoiceRow } from '@yardage/contract/invoices';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { dayAt, formatDay } from '@yardage/domain/dates';
import { formatDollars } from '@yardage/domain/money';
import { PAYMENT_RESULTS, paymentResultLabel } from '@yardage/domain/payment-status';
import type { Finding, ToolInput } from '#server/adapters/assistant/port';
import { invoicesService } from '#server/features/invoices/invoices.service';
import { ApiError } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import { SUBJECTS, ASSISTANT_WORDS as WORDS } from '../assistant.messages.ts';
import {
  cell,
  facts,
  held,
  linkCell,
  links,
  listAddress,
  narrowing,
  onlyText,
  pageOf,
  recordOf,
  table,
  toList,
  toRecord,
} from '../finding.ts';
import type { MakeTools } from './tool.ts';

const { areas, headers, invoice: words } = WORDS;
const access = { anyOf: [PERMISSIONS.INVOICES_VIEW], subject: SUBJECTS.invoices } as const;
const RESULT_OF = { paid: '1', unpaid: '0', pending: '2', overdue: '0' } as const;
const TAB_OF = { paid: '?status=Paid', unpaid: '', pending: '?status=Pending', overdue: '?due=overdue' } as const;

/** Invoices and one invoice. */
export const invoiceTools: MakeTools<'list_invoices' | 'show_invoice'> = (services) => {
  const invoices = invoicesService(services);

  async function list(scope: Scope, { count, from, to, search, status }: ToolInput<'list_invoices'>): Promise<Finding> {
    if (status && !scope.permissions.has(PERMISSIONS.INVOICES_VIEW_STATUS)) return onlyText(words.statusHidden);
    const isOverdue = status === 'overdue';
    const query = {
      ...pageOf(count, search),
      // What is past due longest is what somebody asks about.
      sortDesc: !isOverdue,
      fromDate: from,
      toDate: to,
      ...(status ? { paymentResult: RESULT_OF[status] } : {}),
      ...(isOverdue ? { due: 'overdue' as const } : {}),
    };
    const { items, totalCount } = held(await invoices.list(scope, query));
    const what = status ? words.kinds[status] : words.what;
    const asked = { from, to, search };
    if (items.length === 0) return onlyText(WORDS.none(`${pluralOf(what)}${narrowing(asked)}`));
    return {
      text: `${showing(items.length, totalCount, what, isOverdue)}${narrowing(asked)}.`,
      blocks: [
        table(
          areas.invoices,
          [headers.invoice, headers.date, headers.job, `#${headers.amount}`, `#${headers.open}`, headers.status],
          items.map((row) => [
            linkCell(recordFor(row)),
            cell(formatDay(row.documentDate)),
            cell(row.jobAddress1),
            cell(formatDollars(row.invoiceAmount)),
            cell(formatDollars(row.currentAmount)),
            cell(row.paymentResult === null ? '' : paymentResultLabel(row.paymentResult)),
          ]),
        ),
        links(toList(areas.invoices, listAddress(`/invoices${status ? TAB_OF[status] : '?status=All'}`, asked))),
      ],
      records: items.map(recordFor),
    };
  }

  return {
    list_invoices: { ...access, run: list },

    show_invoice: {
      ...access,
      async run(scope, { number }) {
        const documentNumber = number ?? held(await invoices.list(scope, pageOf(1))).items[0]?.documentNumber;
        if (!documentNumber) return onlyText(WORDS.none(`${words.what}s`));
        try {
          return describe(scope, held(await invoices.detail(scope, documentNumber, undefined)));
        } catch (error) {
          if (error instanceof ApiError && error.code === 'not-found') return onlyText(WORDS.notFound(words.what, documentNumber));
          throw error;
        }
      },
    },
  };
};

const recordFor = ({ documentNumber }: Pick<InvoiceRow, 'documentNumber'>) => recordOf('invoice', documentNumber, documentNumber);
const pluralOf = (what: string): string => (what.startsWith('invoice ') ? what.replace('invoice', 'invoices') : `${what}s`);

function showing(shown: number, total: number, what: string, isOldest: boolean): string {
  if (isOldest && shown < total) return words.oldest(shown, total, pluralOf(what));
  return WORDS.showing(shown, total, what).replace(`${what}s`, pluralOf(what));
}

function sentenceOf(scope: Scope, invoice: InvoiceDetail): string {
  const { documentNumber, paymentResult, dueDate } = invoice;
  const total = formatDollars(invoice.invoiceAmount);
  if (paymentResult === PAYMENT_RESULTS.paid) return words.paid(documentNumber, total);
  if (paymentResult === PAYMENT_RESULTS.pending) return words.pending(documentNumber, total);
  if (paymentResult === null) return words.plain(documentNumber, total, formatDay(invoice.documentDate));
  const say = dueDate < dayAt(new Date(), scope.timeZone) ? words.overdue : words.unpaid;
  return say(documentNumber, formatDollars(invoice.currentAmount), formatDay(dueDate));
}

function describe(scope: Scope, invoice: InvoiceDetail): Finding {
  const record = recordFor(invoice);
  const canSeeOrder = scope.permissions.has(PERMISSIONS.ORDERS_VIEW) && invoice.orderId !== null && invoice.orderNumber !== null;
  const order = canSeeOrder ? [recordOf('order', invoice.orderNumber ?? '', invoice.orderId ?? '')] : [];
  const discount =
    invoice.paymentResult === PAYMENT_RESULTS.unpaid && invoice.discountAmount > 0 && invoice.discountExpiryDate
      ? ` ${words.discount(formatDollars(invoice.discountAmount), formatDay(invoice.discountExpiryDate))}`
      : '';
  return {
    text: `${sentenceOf(scope, invoice)}${discount}`,
    blocks: [
      facts([
        [headers.date, formatDay(invoice.documentDate)],
        [headers.due, formatDay(invoice.dueDate)],
        [headers.amount, formatDollars(invoice.invoiceAmount)],
        [headers.open, formatDollars(invoice.currentAmount)],
        [headers.job, invoice.job],
        [headers.order, invoice.orderNumber],
      ]),
      links(toRecord(record), ...order.map(toRecord)),
    ],
    records: [record, ...order],
  };
}
