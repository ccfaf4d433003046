import type { TicketStatusId } from '@yardage/domain/tickets';

/** A pin's colour, and the ink that is readable on it. */
export interface PinColor {
  fill: string;
  ink: string;
}

/** Pins by status (TRK-08): purple, blue, green, yellow, orange, red; the status's number stands in the pin, for those who see no colours. */
export const PIN_COLORS: Record<TicketStatusId, PinColor> = {
  1: { fill: '#7c3aed', ink: '#ffffff' },
  2: { fill: '#2563eb', ink: '#ffffff' },
  3: { fill: '#15803d', ink: '#ffffff' },
  4: { fill: '#facc15', ink: '#141c24' },
  5: { fill: '#f97316', ink: '#141c24' },
  6: { fill: '#dc2626', ink: '#ffffff' },
};

/** The colour of a status; a status that is not known looks like the first. */
export function pinColor(statusId: number): PinColor {
  return PIN_COLORS[statusId as TicketStatusId] ?? PIN_COLORS[1];
}
