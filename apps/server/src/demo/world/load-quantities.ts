import { ORDER_TYPE, type OrderType } from '@yardage/domain/orders';
import { BLOCKS_ON_A_PALLET, type Product } from './catalog.ts';
import type { Random } from './random.ts';

/** The product, quantity and number of loads of an order. */
export interface OrderSize {
  product: Product;
  quantityOrdered: number;
  loadCount: number;
  /** Quantity of a full truck. */
  loadQuantity: number;
  /** Minutes between loads; null if there is only one. */
  intervalMinutes: number | null;
}

/** Returns the size of an order with the given number of loads; big customers' trucks are full. */
export function orderSize(random: Random, product: Product, loadCount: number, { isBigCustomer }: { isBigCustomer: boolean }): OrderSize {
  const intervalMinutes = loadCount === 1 ? null : random.pick(intervals(product.orderType, loadCount));
  if (product.orderType === ORDER_TYPE.aggregate)
    return { product, loadCount, loadQuantity: 22, quantityOrdered: loadCount * 22, intervalMinutes };
  if (product.orderType === ORDER_TYPE.block) {
    const loadQuantity = random.int(8, 14) * BLOCKS_ON_A_PALLET;
    const quantityOrdered = (loadCount - 1) * loadQuantity + random.int(3, loadQuantity / BLOCKS_ON_A_PALLET) * BLOCKS_ON_A_PALLET;
    return { product, loadCount, loadQuantity, quantityOrdered, intervalMinutes };
  }
  const loadQuantity = random.pick(isBigCustomer ? [10, 10, 10.5] : [8, 9, 9.5, 10]);
  const lastLoad = loadCount === 1 ? random.int(5, loadQuantity * 2) / 2 : random.int(8, loadQuantity * 2) / 2;
  return { product, loadCount, loadQuantity, quantityOrdered: (loadCount - 1) * loadQuantity + lastLoad, intervalMinutes };
}

function intervals(orderType: OrderType, loadCount: number): number[] {
  if (orderType === ORDER_TYPE.aggregate) return [10, 12, 15, 20];
  if (orderType === ORDER_TYPE.block) return [60, 75, 90];
  if (loadCount > 11) return [6, 8, 10];
  return loadCount > 3 ? [10, 12, 15, 20] : [30, 45];
}

/** Returns the quantity of each load: stone as weighed, and for concrete a last load adjusted to what was left to pour. */
export function loadQuantities(size: OrderSize, random: Random): number[] {
  const full = Array.from({ length: size.loadCount - 1 }, () => size.loadQuantity);
  const rest = size.quantityOrdered - size.loadQuantity * full.length;
  if (size.product.orderType === ORDER_TYPE.aggregate) return [...full, rest].map(() => random.int(2000, 2400) / 100);
  if (size.product.orderType === ORDER_TYPE.block) return [...full, rest];
  return [...full, Math.min(10.5, Math.max(1, rest + random.pick([-1, 0, 0, 0, 0, 0, 0.5, 1])))];
}
