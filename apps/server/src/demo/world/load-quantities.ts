import type { Product } from './catalog.ts';
import type { Random } from './random.ts';

/** What is ordered: so much of a product, in so many loads. */
export interface OrderSize {
  product: Product;
  quantityOrdered: number;
  loadCount: number;
  /** What a full truck takes. */
  loadQuantity: number;
  /** Minutes between loads; none where there is but one. */
  intervalMinutes: number | null;
}

const BLOCKS_ON_A_PALLET = 90;

/** An order of so many loads; big customers' mixers drive full. */
export function orderSize(random: Random, product: Product, loadCount: number, isBigCustomer: boolean): OrderSize {
  const intervalMinutes = loadCount === 1 ? null : random.pick(intervals(product.orderType, loadCount));
  if (product.orderType === 2) return { product, loadCount, loadQuantity: 22, quantityOrdered: loadCount * 22, intervalMinutes };
  if (product.orderType === 3) {
    const loadQuantity = random.int(8, 14) * BLOCKS_ON_A_PALLET;
    const quantityOrdered = (loadCount - 1) * loadQuantity + random.int(3, loadQuantity / BLOCKS_ON_A_PALLET) * BLOCKS_ON_A_PALLET;
    return { product, loadCount, loadQuantity, quantityOrdered, intervalMinutes };
  }
  const loadQuantity = random.pick(isBigCustomer ? [10, 10, 10.5] : [8, 9, 9.5, 10]);
  const lastLoad = loadCount === 1 ? random.int(5, loadQuantity * 2) / 2 : random.int(8, loadQuantity * 2) / 2;
  return { product, loadCount, loadQuantity, quantityOrdered: (loadCount - 1) * loadQuantity + lastLoad, intervalMinutes };
}

function intervals(orderType: 1 | 2 | 3, loadCount: number): number[] {
  if (orderType === 2) return [10, 12, 15, 20];
  if (orderType === 3) return [60, 75, 90];
  if (loadCount > 11) return [6, 8, 10];
  return loadCount > 3 ? [10, 12, 15, 20] : [30, 45];
}

/** What each truck brings: stone as the scale says, concrete with a last load that fits what was left to pour. */
export function loadQuantities(size: OrderSize, random: Random): number[] {
  const full = Array.from({ length: size.loadCount - 1 }, () => size.loadQuantity);
  const rest = size.quantityOrdered - size.loadQuantity * full.length;
  if (size.product.orderType === 2) return [...full, rest].map(() => random.int(2000, 2400) / 100);
  if (size.product.orderType === 3) return [...full, rest];
  return [...full, Math.min(10.5, Math.max(1, rest + random.pick([-1, 0, 0, 0, 0, 0, 0.5, 1])))];
}
