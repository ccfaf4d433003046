import {
  getAccountsOverview,
  getCustomerSummary,
  getPossibleDiscounts,
  getToday,
  getTodaysDeliveries,
  listAnnouncements,
} from '@yardage/contract/dashboard';
import type { Area } from '#server/features/area';
import { dashboardService } from './dashboard.service.ts';

/** Summary and discounts (API-42, API-43), announcements, and today's orders and trucks. */
export const dashboardArea: Area = (bind, services) => {
  const dashboard = dashboardService(services);
  bind(getCustomerSummary, ({ scope, query }) => dashboard.summary(scope, query.part));
  bind(getPossibleDiscounts, ({ scope }) => dashboard.possibleDiscounts(scope));
  bind(listAnnouncements, ({ scope, query }) => dashboard.announcements(scope, query));
  bind(getToday, ({ scope }) => dashboard.today(scope));
  bind(getTodaysDeliveries, ({ scope }) => dashboard.todaysDeliveries(scope));
  bind(getAccountsOverview, ({ caller }) => dashboard.accounts(caller.userId));
};
