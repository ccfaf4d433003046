import { PERMISSIONS } from '@yardage/contract/permissions';
import { describe, expect, it } from 'vitest';
import { mayOpen } from '#web/lib/navigation/menu.ts';
import { supportRoute, userAccountsRoute } from './account.routes.ts';
import { truckTrackingRoute } from './orders.routes.ts';

describe('the routes of an account', () => {
  it('SHL-07 open with their codes, and with nothing else', () => {
    for (const [{ path, staticData }, code] of [
      [userAccountsRoute, PERMISSIONS.USER_ACCOUNTS_VIEW],
      [supportRoute, PERMISSIONS.SUPPORT_VIEW],
      [truckTrackingRoute, PERMISSIONS.TRUCK_TRACKING_VIEW],
    ] as const) {
      const others = Object.values(PERMISSIONS).filter((other) => other !== code);
      expect(mayOpen(staticData.page, { permissions: new Set([code]), staffRole: null }), path).toBe(true);
      expect(mayOpen(staticData.page, { permissions: new Set(others), staffRole: 'Administrator' }), path).toBe(false);
    }
  });
});
