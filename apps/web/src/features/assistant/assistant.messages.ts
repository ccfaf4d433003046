import { defineMessages, text } from '@yardage/messages/messages';

/** All texts of the assistant page. */
export const ASSISTANT_MESSAGES = defineMessages('assistant', {
  heading: 'How can I help you with?',
  intro: 'Ask about your orders, trucks, tickets, invoices, payments, statements and quotes. Answers come from your own records.',
  prompts: {
    label: 'Example questions',
    orders: { title: 'Orders and statements', text: 'Show my last five recent orders' },
    truck: { title: 'Truck tracking', text: 'Track my last order' },
    payments: { title: 'Payment management', text: 'Show my five most recent payments' },
  },
  log: 'Conversation',
  you: 'You',
  assistant: 'Assistant',
  message: 'Your message',
  placeholder: 'Ask a question …',
  send: 'Send',
  stop: 'Stop',
  count: text('{count}/{most}', 'count', 'most'),
  countLabel: text('{count} of {most} characters', 'count', 'most'),
  thinking: 'Looking through your records …',
  copy: 'Copy answer',
  copied: 'Copied',
  anew: 'New conversation',
  anewFailed: 'The conversation could not be cleared.',
  failedTitle: 'The assistant could not answer.',
  stoppedTitle: 'Your question was stopped before it was answered.',
  failedQuestion: text('Your question: {question}', 'question'),
  failedHint: 'Your message is still in the box below.',
  listFailed: 'The conversation could not be loaded.',
  retry: 'Retry',
  noLines: 'Nothing to show.',
});
