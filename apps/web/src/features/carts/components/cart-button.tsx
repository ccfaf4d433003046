import { Popover } from '@mantine/core';
import { Suspense, useEffect } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { LAYERS, useOverlay } from '#web/lib/overlays/use-overlay.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { LatePopover } from '#web/patterns/late-popover.tsx';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { useNeedsConnection } from '#web/patterns/needs-connection.ts';
import { Skeleton } from '#web/patterns/skeleton.tsx';
import { countCartCopy, useCartCopy } from '../cart-copy.ts';
import { CARTS_MESSAGES as MESSAGES } from '../carts.messages.ts';
import { setIsCartOpen, useCart, useIsCartOpen } from '../use-cart.ts';
import classes from './cart-button.module.css';

const loadPanel = () => import('./cart-panel.tsx');
/** Opening the panel loads it again and says if it does not arrive. */
const preloadPanel = () => loadPanel().catch(() => undefined);
const CartPanel = lazyOpened(() => loadPanel().then(({ CartPanel }) => CartPanel));

/** The cart button in the header with the number of invoices, and its popover (PAY-02). */
export function CartButton({ onCheckout }: { onCheckout: () => void }) {
  const customer = useCustomer();
  const { cart } = useCart();
  useCartCopy(customer, cart);
  const isOpen = useIsCartOpen();
  const close = (): void => setIsCartOpen(false);
  const connection = useNeedsConnection();
  // Pages without a header have no cart either; it must not open by itself on return.
  useEffect(() => () => setIsCartOpen(false), []);
  useOverlay({ layer: 'popover', isOpen, onClose: close, isInUrl: false });
  const count = cart ? cart.invoices.length : countCartCopy(customer);
  return (
    <LatePopover
      opened={isOpen}
      onChange={setIsCartOpen}
      position="bottom-end"
      width="min(400px, calc(100vw - 16px))"
      zIndex={LAYERS.popover}
      closeOnEscape={false}
      trapFocus
      returnFocus
      shadow="md"
      transitionProps={{ duration: 100 }}
      button={
        <button
          type="button"
          className={classes.button}
          aria-label={MESSAGES.open(count)}
          onClick={() => setIsCartOpen(!isOpen)}
          onPointerEnter={preloadPanel}
          onFocus={preloadPanel}
          {...(isOpen ? null : connection)}
        >
          <Icon name="cart" size={20} />
          {count > 0 ? (
            <span className={classes.badge} aria-hidden="true">
              {count > 99 ? '99+' : count}
            </span>
          ) : null}
        </button>
      }
    >
      <Popover.Dropdown className={classes.dropdown} aria-label={MESSAGES.title}>
        <Suspense fallback={<Skeleton width="100%" height={160} />}>
          <CartPanel
            onCheckout={() => {
              close();
              onCheckout();
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </LatePopover>
  );
}
