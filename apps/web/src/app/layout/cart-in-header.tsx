import { useNavigate } from '@tanstack/react-router';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { CartButton } from '#web/features/carts/components/cart-button.tsx';
import { useAccess, useHoldsAny } from '#web/lib/access/access.ts';

/** The cart, for users who may pay, once their permissions are loaded (PAY-01). */
export function CartInHeader() {
  const navigate = useNavigate();
  const canPay = useHoldsAny([PERMISSIONS.INVOICES_PAY_INVOICES]);
  if (useAccess().status !== 'ready' || !canPay) return null;
  return <CartButton onCheckout={() => void navigate({ to: '/invoices/checkout' })} />;
}
