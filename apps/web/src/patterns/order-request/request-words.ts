import type { RequestRow } from '@yardage/contract/order-requests';
import { ORDER_TYPE } from '@yardage/domain/orders';
import { formatQuantity } from '@yardage/domain/quantities';
import { ORDER_REQUEST_MESSAGES as MESSAGES } from './order-request.messages.ts';

/** Returns what is asked for, in the words of its trade: a pour, a delivery, a pickup, or a change. */
export function kindName({ kind, orderType, isPickedUp }: Pick<RequestRow, 'kind' | 'orderType' | 'isPickedUp'>): string {
  if (kind === 'add') return MESSAGES.adds[orderType];
  if (kind !== 'pour' || orderType === ORDER_TYPE.concrete) return MESSAGES.kinds[kind];
  return isPickedUp ? MESSAGES.pickup : MESSAGES.delivery;
}

/** Returns the kind of a request, with the order that a change is about. */
export function kindText(row: Pick<RequestRow, 'kind' | 'orderType' | 'isPickedUp' | 'orderNumber'>): string {
  return row.kind === 'pour' || !row.orderNumber ? kindName(row) : `${kindName(row)} · ${row.orderNumber}`;
}

/** Formats a quantity, with its pallets if it fills them. */
export function quantityText(quantity: number, unit: string, piecesPerPallet: number | null): string {
  const pallets = piecesPerPallet ? quantity / piecesPerPallet : 0;
  const text = formatQuantity(quantity, unit);
  return pallets > 0 && Number.isInteger(pallets) ? `${text} (${MESSAGES.pallets(pallets)})` : text;
}
