import { defineMessages, text } from '@yardage/messages/messages';

/** Texts of the built-in assistant for questions without a look-up. The examples follow below. */
export const BUILT_IN_MESSAGES = defineMessages('server.built-in-assistant', {
  greeting: 'Hello! I can look up your orders, trucks, tickets, invoices, payments, statements and quotes. For example:',
  thanks: 'You are welcome.',
  help: 'I answer from your own records. You can ask me about:',
  person:
    'I am the portal’s assistant. To reach a person, start a chat with dispatch or send a support request from the menu, or ask me who your contacts are.',
  unclear: text('I can’t take “{word}” into account here, so I would rather not answer that. Ask me without it, or about:', 'word'),
  unknown: 'I don’t know the answer to that. I can tell you about:',
  examples: {
    orders: 'Orders: “Show my last five recent orders”, “Status of order 204411”',
    trucks: 'Trucks: “Track my last order”, “Where are my trucks?”, “Next truck at Cedar Glade”',
    tickets: 'Tickets: “Tickets of yesterday”, “How much concrete did we get last month?”, “Which loads of today are not signed yet?”',
    invoices: 'Invoices: “What do I owe?”, “Invoices due this week”, “Is invoice 1000233 paid?”',
    payments: 'Payments and statements: “Show my five most recent payments”, “Last statement”',
    quotes: 'Quotes, prices and people: “Open quotes”, “Price of 4000AE”, “Who is my salesman?”',
  },
});
