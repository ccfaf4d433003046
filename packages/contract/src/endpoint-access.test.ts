import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from './endpoints.ts';
import { PERMISSIONS as CODES } from './permissions.ts';

const accessOf = (id: string) => ENDPOINTS.find((endpoint) => endpoint.id === id)?.access;

/** Other tests check for every endpoint and role that the server enforces what is declared. These check the declarations. */
describe('the codes that a call needs', () => {
  it.each([
    ['QUO-01', ['quotes.list', 'quotes.detail'], [CODES.QUOTES_VIEW]],
    ['QUO-05', ['quotes.pdf', 'quotes.send-email'], [CODES.QUOTES_VIEW_PDF]],
    ['CHT-03', ['chat.list', 'chat.session', 'chat.messages'], [CODES.DISPATCHER_CHAT_VIEW]],
    ['CHT-18', ['chat.start', 'chat.send', 'chat.end', 'chat.read'], [CODES.DISPATCHER_CHAT_VIEW]],
    ['AST-01', ['assistant.ask', 'assistant.conversation', 'assistant.clear'], [CODES.ASSISTANT_CHAT_VIEW]],
    ['INV-01 INV-08', ['invoices.list', 'invoices.detail'], [CODES.INVOICES_VIEW]],
    ['INV-12', ['payments.invoice-history'], [CODES.INVOICES_VIEW_HISTORY]],
    ['INV-13', ['invoices.pdf', 'invoices.send-email'], [CODES.INVOICES_VIEW_PDF]],
    ['INV-09 PAY-01', ['carts.get', 'carts.add', 'carts.remove', 'carts.change'], [CODES.INVOICES_PAY_INVOICES]],
    ['PAY-35 PAY-41', ['payments.initiate', 'payments.settle-attempt'], [CODES.INVOICES_PAY_INVOICES]],
    ['RES-05', ['payments.outcome'], [CODES.INVOICES_PAY_INVOICES, CODES.PAYMENT_HISTORY_VIEW]],
    ['HIS-01', ['payments.cart-history'], [CODES.PAYMENT_HISTORY_VIEW]],
    ['HIS-04', ['payments.receipt-pdf', 'payments.send-email'], [CODES.PAYMENT_HISTORY_VIEW_PDF]],
    ['STM-01 STM-07', ['statements.list', 'statements.detail'], [CODES.STATEMENTS_VIEW]],
    ['STM-05 STM-06', ['statements.pdf', 'statements.send-email'], [CODES.STATEMENTS_VIEW_PDF]],
  ])('%s %o', (_requirement, ids, anyOf) => {
    for (const id of ids) expect(accessOf(id), id).toEqual({ anyOf });
  });
});
