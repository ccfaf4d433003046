import type { getArrivalAccuracy } from '@yardage/contract/desk-arrivals';
import type { Answer } from '@yardage/contract/endpoint';

/** Returns what is shown of a plant, or of all plants if none is chosen or the chosen one had no arrivals. */
export function accuracyOf({ plants, rows }: Pick<Answer<typeof getArrivalAccuracy>, 'plants' | 'rows'>, chosen: number | undefined) {
  const plant = plants.find(({ id }) => id === chosen);
  return { plant, rows: rows.filter(({ plantId }) => plantId === (plant?.id ?? null)) };
}
