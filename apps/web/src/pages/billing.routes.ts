import { STATEMENT_SORT_KEYS } from '@yardage/contract/lists';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { day, flag, inUrl, MAX_DOCUMENT_NUMBER_LENGTH, searchParams, text } from '#web/lib/navigation/search-params.ts';
import { tableParams } from '#web/patterns/data-table/table-params.ts';
import { readCreditsSearch } from './credits/credits-search.ts';
import { readInvoicesSearch } from './invoices/invoices-search.ts';
import { PAGES_MESSAGES as MESSAGES } from './pages.messages.ts';
import { readPaymentHistorySearch } from './payment-history/payment-history-search.ts';

/** `/invoices`: the customer's invoices. List state, filters and open dialogs are in the URL. */
export const invoicesRoute = {
  path: '/invoices' as const,
  component: lazyPage(() => import('./invoices/invoices-page.tsx'), 'InvoicesPage'),
  ...inUrl(readInvoicesSearch),
  staticData: {
    page: {
      title: () => MESSAGES.invoices.title,
      access: [PERMISSIONS.INVOICES_VIEW] as const,
      menu: { icon: 'invoices' as const, group: 'billing' as const },
    },
  },
};

/** `/credits`: the customer's credit memos. List state, filters and open dialogs are in the URL. */
export const creditsRoute = {
  path: '/credits' as const,
  component: lazyPage(() => import('./credits/credits-page.tsx'), 'CreditsPage'),
  ...inUrl(readCreditsSearch),
  staticData: {
    page: {
      title: () => MESSAGES.credits.title,
      access: [PERMISSIONS.INVOICES_VIEW] as const,
      menu: { icon: 'document' as const, group: 'billing' as const },
    },
  },
};

const MAX_AMOUNT_LENGTH = 16;

/** Reads the question from the URL, so that a plan can be kept as a bookmark or sent to a colleague. */
const readPlannerSearch = searchParams({ cash: text(MAX_AMOUNT_LENGTH), day: day(), fill: flag(false) });

/** `/discount-planner`: which invoices to pay first (APY-09). Invoices and the dashboard lead here. */
export const discountPlannerRoute = {
  path: '/discount-planner' as const,
  component: lazyPage(() => import('./discount-planner/discount-planner-page.tsx'), 'DiscountPlannerPage'),
  ...inUrl(readPlannerSearch),
  staticData: { page: { title: () => MESSAGES.discountPlanner.title, access: [PERMISSIONS.INVOICES_PAY_INVOICES] as const } },
};

/** `/invoices/checkout`: pays the cart (SHL-06). */
export const checkoutRoute = {
  path: '/invoices/checkout' as const,
  component: lazyPage(() => import('./checkout/checkout-page.tsx'), 'CheckoutPage'),
  staticData: { page: { title: () => MESSAGES.checkout.title, access: [PERMISSIONS.INVOICES_PAY_INVOICES] as const } },
};

/** `/invoices/payment`: the result of the payment just made (SHL-06). */
export const paymentResultRoute = {
  path: '/invoices/payment' as const,
  component: lazyPage(() => import('./payment-result/payment-result-page.tsx'), 'PaymentResultPage'),
  staticData: { page: { title: () => MESSAGES.paymentResult.title, access: [PERMISSIONS.INVOICES_PAY_INVOICES] as const } },
};

/** `/paymentHistory`: the customer's payments. List state, filters and open dialogs are in the URL. */
export const paymentHistoryRoute = {
  path: '/paymentHistory' as const,
  component: lazyPage(() => import('./payment-history/payment-history-page.tsx'), 'PaymentHistoryPage'),
  ...inUrl(readPaymentHistorySearch),
  staticData: {
    page: {
      title: () => MESSAGES.paymentHistory.title,
      access: [PERMISSIONS.PAYMENT_HISTORY_VIEW] as const,
      menu: { icon: 'payments' as const, group: 'billing' as const },
    },
  },
};

/** `/payments/scheduled`: payments to come and autopay (APY-06). */
export const scheduledPaymentsRoute = {
  path: '/payments/scheduled' as const,
  component: lazyPage(() => import('./scheduled-payments/scheduled-payments-page.tsx'), 'ScheduledPaymentsPage'),
  staticData: {
    page: {
      title: () => MESSAGES.scheduledPayments.title,
      access: [PERMISSIONS.PAYMENTS_SCHEDULE, PERMISSIONS.INVOICES_PAY_INVOICES] as const,
      menu: { icon: 'calendar' as const, group: 'billing' as const },
    },
  },
};

/** `/payments/approvals`: payments that wait for a second person (APY-07). */
export const paymentApprovalsRoute = {
  path: '/payments/approvals' as const,
  component: lazyPage(() => import('./payment-approvals/payment-approvals-page.tsx'), 'PaymentApprovalsPage'),
  staticData: {
    page: {
      title: () => MESSAGES.paymentApprovals.title,
      access: [PERMISSIONS.PAYMENTS_APPROVE] as const,
      menu: { icon: 'approve' as const, group: 'billing' as const },
    },
  },
};

/** `/payments/methods`: the saved cards and bank accounts (APY-05). */
export const paymentMethodsRoute = {
  path: '/payments/methods' as const,
  component: lazyPage(() => import('./payment-methods/payment-methods-page.tsx'), 'PaymentMethodsPage'),
  staticData: {
    page: {
      title: () => MESSAGES.paymentMethods.title,
      access: [PERMISSIONS.PAYMENTS_SAVED_METHODS] as const,
      menu: { icon: 'wallet' as const, group: 'billing' as const },
    },
  },
};

/** Reads the page's state from the URL. Invalid values become the default. */
const readStatementsSearch = searchParams({
  ...tableParams(STATEMENT_SORT_KEYS),
  /** The date of the statement whose details are open. */
  statement: day(),
  pdf: day(),
  invoice: text(MAX_DOCUMENT_NUMBER_LENGTH),
});

/** `/statements`: the customer's statements. List state, filters and open dialogs are in the URL. */
export const statementsRoute = {
  path: '/statements' as const,
  component: lazyPage(() => import('./statements/statements-page.tsx'), 'StatementsPage'),
  ...inUrl(readStatementsSearch),
  staticData: {
    page: {
      title: () => MESSAGES.statements.title,
      access: [PERMISSIONS.STATEMENTS_VIEW] as const,
      menu: { icon: 'statements' as const, group: 'billing' as const },
    },
  },
};

const MAX_JOB_LENGTH = 200;
const MAX_ADDRESS_LENGTH = 500;
const MONTH_LENGTH = 7;

/** Reads what the page that leads here suggests: a job or a month. */
const readPacksSearch = searchParams({
  job: text(MAX_JOB_LENGTH),
  jobNumber: text(MAX_JOB_LENGTH),
  jobAddress: text(MAX_ADDRESS_LENGTH),
  month: text(MONTH_LENGTH),
});

/** `/close-out-packs`: packs of a job or a month (APY-10). */
export const closeOutPacksRoute = {
  path: '/close-out-packs' as const,
  component: lazyPage(() => import('./close-out-packs/close-out-packs-page.tsx'), 'CloseOutPacksPage'),
  ...inUrl(readPacksSearch),
  staticData: {
    page: {
      title: () => MESSAGES.closeOutPacks.title,
      access: [PERMISSIONS.DOCUMENTS_CLOSE_OUT] as const,
      menu: { icon: 'document' as const, group: 'billing' as const },
    },
  },
};
