import type { TicketStatusId } from '@yardage/domain/tickets';

/** A pin's color and a readable text color on it. */
export interface PinColor {
  fill: string;
  ink: string;
}

/** Pin colors by status (TRK-08): purple, blue, green, yellow, orange, red. The pin also shows the status number for color-blind users. */
export const PIN_COLORS: Record<TicketStatusId, PinColor> = {
  1: { fill: '#7c3aed', ink: '#ffffff' },
  2: { fill: '#2563eb', ink: '#ffffff' },
  3: { fill: '#15803d', ink: '#ffffff' },
  4: { fill: '#facc15', ink: '#141c24' },
  5: { fill: '#f97316', ink: '#141c24' },
  6: { fill: '#dc2626', ink: '#ffffff' },
};

/** Returns the color of a status. An unknown status looks like the first. */
export function pinColor(statusId: number): PinColor {
  return PIN_COLORS[statusId as TicketStatusId] ?? PIN_COLORS[1];
}
