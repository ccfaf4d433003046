import type { OrderRow } from '@yardage/contract/orders';
import type { PourAnswer } from '@yardage/contract/pour';
import { formatNumber } from '@yardage/domain/quantities';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from './harness/axe.ts';
import { openBrowser, type TestBrowser } from './harness/browser.ts';
import { sharedPortal } from './harness/shared-portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import { type Caller, callAs } from './order-detail-world.ts';

const MANAGER = 'manager@example.com';
const portalUrl = sharedPortal();
let browser: TestBrowser;
let open: OpenSignedIn;
let caller: Caller;
let orderId: number;

beforeAll(async () => {
  browser = await openBrowser();
  open = signedInPages(browser, portalUrl);
  caller = await callAs(portalUrl, MANAGER);
  const isShort = ({ orderStatusId, qtyOrdered, qtyDelivered, inTransitQty, atPlantQty }: OrderRow) =>
    orderStatusId === 6 && qtyOrdered - qtyDelivered - inTransitQty - atPlantQty > 3;
  orderId = (await caller.findOrder((row) => isShort(row) && row.loadCount === 6)).id;
});
afterAll(() => browser?.close());
