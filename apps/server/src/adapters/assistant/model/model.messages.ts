import { defineMessages, text } from '@yardage/messages/messages';

/** Texts shown to users around a model's answers. */
export const MODEL_MESSAGES = defineMessages('server.model-assistant', {
  looking: text('Looking up {what}', 'what'),
  fellBack: 'I could not reach the language service, so this comes straight from your records.',
  subjects: {
    orders: 'orders',
    tickets: 'tickets',
    deliveries: 'deliveries',
    invoices: 'invoices',
    balance: 'the balance',
    discounts: 'discounts',
    spend: 'what was spent',
    payments: 'payments',
    statements: 'statements',
    quotes: 'quotes',
    prices: 'prices',
    trucks: 'trucks',
    contacts: 'contacts',
    records: 'records',
  },
});
