import { addToCart, changeCart, getCart, removeFromCart } from '@yardage/contract/carts';
import type { Area } from '#server/features/area';
import { cartsService } from './carts.service.ts';

/** The cart (API-29 to API-32, APY-01, APY-02). */
export const cartsArea: Area = (bind, services) => {
  const carts = cartsService(services);
  bind(getCart, ({ scope }) => carts.get(scope));
  bind(addToCart, ({ scope, body }) => carts.add(scope, body));
  bind(changeCart, ({ scope, body }) => carts.change(scope, body));
  bind(removeFromCart, ({ scope, body }) => carts.remove(scope, body.invoiceNumbers));
};
