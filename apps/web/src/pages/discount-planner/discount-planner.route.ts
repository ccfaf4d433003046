import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazyPage } from '#web/lib/language/lazy-page.tsx';
import { day, flag, inAddress, searchParams, text } from '#web/lib/navigation/search-params.ts';
import { PAGES_MESSAGES as MESSAGES } from '../pages.messages.ts';

const MAX_AMOUNT_LENGTH = 16;

/** Reads the question from the URL, so that a plan can be kept as a bookmark or sent to a colleague. */
const readPlannerSearch = searchParams({ cash: text(MAX_AMOUNT_LENGTH), day: day(), fill: flag(false) });

/** `/discount-planner`: which invoices to pay first (APY-09). Invoices and the dashboard lead here. */
export const discountPlannerRoute = {
  path: '/discount-planner' as const,
  component: lazyPage(() => import('./discount-planner-page.tsx'), 'DiscountPlannerPage'),
  ...inAddress(readPlannerSearch),
  staticData: { page: { title: () => MESSAGES.discountPlanner.title, access: [PERMISSIONS.INVOICES_PAY_INVOICES] as const } },
};
