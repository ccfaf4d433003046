import { PERMISSIONS } from '@yardage/contract/permissions';
import { documentVisibilityOf } from '#server/features/mail/record-documents';
import type { PackRights } from './close-out-packs.queries.ts';

/** Returns what a pack shows if its maker has these permission codes. */
export function packRightsOf(codes: ReadonlySet<string>): PackRights {
  const { withPrices, withStatus, withHistory } = documentVisibilityOf(codes);
  return { withAmounts: withPrices, withInvoices: codes.has(PERMISSIONS.INVOICES_VIEW_PDF), withStatus, withHistory };
}

/** Whether somebody with these codes may still see everything that a pack shows. */
export function isWithin(pack: PackRights, codes: ReadonlySet<string>): boolean {
  const now = packRightsOf(codes);
  if (pack.withAmounts && !now.withAmounts) return false;
  if (!pack.withInvoices) return true;
  return now.withInvoices && (!pack.withStatus || now.withStatus) && (!pack.withHistory || now.withHistory);
}
