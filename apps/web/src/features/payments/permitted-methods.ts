import { PERMISSIONS, type PermissionCode } from '@yardage/contract/permissions';

/** The methods in the order in which they are offered, with the code each needs (PAY-11). */
const CODES = {
  CreditCard: PERMISSIONS.INVOICES_CREDIT_CARD,
  eCheck: PERMISSIONS.INVOICES_E_CHECK,
  PayPal: PERMISSIONS.INVOICES_PAY_PAL,
} as const satisfies Record<string, PermissionCode>;

export type OfferedMethod = keyof typeof CODES;

/** The methods a person may pay with; the first is the one chosen at first, the others are not offered. */
export function permittedMethods(permissions: ReadonlySet<string>): OfferedMethod[] {
  return (Object.keys(CODES) as OfferedMethod[]).filter((method) => permissions.has(CODES[method]));
}
