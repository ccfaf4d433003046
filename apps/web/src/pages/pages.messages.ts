import { defineMessages } from '@yardage/messages/messages';

/** Titles of the pages, and what their entries on the dashboard say. */
export const PAGES_MESSAGES = defineMessages('pages', {
  accountRegistration: { title: 'Account Registration' },
  assistant: { title: 'Assistant', summary: 'Ask about orders, trucks, invoices and payments' },
  chats: { title: 'Dispatcher Chat', summary: 'Talk to dispatch about a job, an order or a ticket' },
  checkout: { title: 'Checkout' },
  dashboard: { title: 'Dashboard', summary: 'Your account at a glance' },
  deskChats: { title: 'Dispatch Desk', summary: 'Customers who wait for an answer' },
  deskImport: { title: 'Import', summary: "Files of the supplier's systems" },
  deskRegistrations: { title: 'Registrations', summary: 'Requests that no customer can decide' },
  deskSupport: { title: 'Support Desk', summary: 'What customers ask, to be answered' },
  invoices: { title: 'Invoices', summary: 'What is open, what was paid, and paying it' },
  login: { title: 'Sign in' },
  orders: { title: 'Orders', summary: 'Deliveries under way and to come' },
  paymentHistory: { title: 'Payment History', summary: 'Payments made, how they ended, and their receipts' },
  paymentResult: { title: 'Payment' },
  quotes: { title: 'Quotes', summary: 'Prices agreed, and how long they hold' },
  registrationSuccess: { title: 'Thank you' },
  signedIn: { title: 'Sign in' },
  statements: { title: 'Statements', summary: 'What was open at the end of each month' },
  support: { title: 'Support', summary: 'Questions and problems, and what became of them' },
  tickets: { title: 'Tickets', summary: 'Delivery tickets, to read, download and mail' },
  truckTracking: { title: 'Truck Tracking', summary: 'Trucks on the road, and when they arrive' },
  unauthorized: { title: 'Unauthorized Access' },
  userAccounts: { title: 'User Accounts', summary: 'Who has access to this account, and who asks for it' },
});
