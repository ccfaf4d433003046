import { PERMISSIONS, type PermissionCode } from '@yardage/contract/permissions';

/** The methods in display order, with the permission code that each requires (PAY-11). */
const CODES = {
  CreditCard: PERMISSIONS.INVOICES_CREDIT_CARD,
  eCheck: PERMISSIONS.INVOICES_E_CHECK,
  PayPal: PERMISSIONS.INVOICES_PAY_PAL,
} as const satisfies Record<string, PermissionCode>;

export type OfferedMethod = keyof typeof CODES;

/** Returns the methods that the user may pay with. The first is preselected. Methods without permission are not offered. */
export function permittedMethods(permissions: ReadonlySet<string>): OfferedMethod[] {
  return (Object.keys(CODES) as OfferedMethod[]).filter((method) => permissions.has(CODES[method]));
}
