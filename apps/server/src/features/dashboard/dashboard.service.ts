import {
  type getAccountsOverview,
  type getCustomerSummary,
  type getPossibleDiscounts,
  type getToday,
  type getTodaysDeliveries,
  type listAnnouncements,
  SUMMARY_PARTS,
  type SummaryPart,
} from '@yardage/contract/dashboard';
import type { Answer } from '@yardage/contract/endpoint';
import type { PageRequest } from '@yardage/contract/paging';
import { PERMISSIONS } from '@yardage/contract/permissions';
import type { AreaServices } from '#server/features/area';
import { JsonText } from '#server/http/answers';
import type { Scope } from '#server/http/scope';
import { findAccountsOverview } from './accounts-overview.queries.ts';
import * as queries from './dashboard.queries.ts';
import { findSummary } from './summary.queries.ts';

/** Reads the data of the dashboard. */
export function dashboardService({ database, etas, partDiscount }: AreaServices) {
  return {
    /** Returns the requested part or all parts, limited to those that the caller may see. */
    async summary(scope: Scope, part: SummaryPart | undefined): Promise<JsonText<Answer<typeof getCustomerSummary>>> {
      const permitted = (Object.keys(SUMMARY_PARTS) as SummaryPart[]).filter((name) => scope.permissions.has(SUMMARY_PARTS[name]));
      const parts = part ? permitted.filter((name) => name === part) : permitted;
      return new JsonText(await findSummary(database, scope, scope.timeZone, parts));
    },

    async possibleDiscounts(scope: Scope): Promise<JsonText<Answer<typeof getPossibleDiscounts>>> {
      return new JsonText(await queries.findPossibleDiscounts(database, scope, partDiscount));
    },

    async announcements(scope: Scope, page: PageRequest): Promise<JsonText<Answer<typeof listAnnouncements>>> {
      return new JsonText(await queries.listAnnouncements(database, scope, page));
    },

    async today(scope: Scope): Promise<JsonText<Answer<typeof getToday>>> {
      const may = {
        seeOrders: scope.permissions.has(PERMISSIONS.ORDERS_VIEW),
        seeTrucks: scope.permissions.has(PERMISSIONS.TRUCK_TRACKING_VIEW),
      };
      return new JsonText(await queries.findToday(database, scope, may));
    },

    async todaysDeliveries(scope: Scope): Promise<JsonText<Answer<typeof getTodaysDeliveries>>> {
      const seeTrucks = scope.permissions.has(PERMISSIONS.TRUCK_TRACKING_VIEW);
      // ETAs are computed on demand, only for callers who may see them.
      if (seeTrucks) await etas.refreshSoon(scope.customerId);
      return new JsonText(await queries.findTodaysDeliveries(database, scope, { seeTrucks }));
    },

    async accounts(userId: number): Promise<JsonText<Answer<typeof getAccountsOverview>>> {
      return new JsonText(await findAccountsOverview(database, userId, partDiscount));
    },
  };
}
