import type { getArrivalAccuracy } from '@yardage/contract/desk-arrivals';
import type { Answer } from '@yardage/contract/endpoint';
import type { Database } from '#server/database/database';
import { JsonText } from '#server/http/answers';
import { readArrivalAccuracy } from './arrival-accuracy.queries.ts';

/** How well arrival times were predicted, for staff (POUR-04). */
export function arrivalAccuracyService(database: Database) {
  return {
    async byPlantAndWeek(weeks: number): Promise<JsonText<Answer<typeof getArrivalAccuracy>>> {
      return new JsonText(await readArrivalAccuracy(database, weeks));
    },
  };
}
