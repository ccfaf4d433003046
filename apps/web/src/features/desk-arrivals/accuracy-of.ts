import type { getArrivalAccuracy } from '@yardage/contract/desk-arrivals';
import type { Answer } from '@yardage/contract/endpoint';

/** Returns the rows of the chosen plant. Without a choice, or if that plant had no arrivals, returns those of all plants together. */
export function accuracyOf({ plants, rows }: Pick<Answer<typeof getArrivalAccuracy>, 'plants' | 'rows'>, chosen: number | undefined) {
  const plant = plants.find(({ id }) => id === chosen);
  return { plant, rows: rows.filter(({ plantId }) => plantId === (plant?.id ?? null)) };
}
