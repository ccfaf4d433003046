import { getArrivalAccuracy } from '@yardage/contract/desk-arrivals';
import type { Area } from '#server/features/area';
import { arrivalAccuracyService } from './arrival-accuracy.service.ts';

/** The desk's page about the accuracy of arrival times. */
export const arrivalAccuracyArea: Area = (bind, { database }) => {
  const accuracy = arrivalAccuracyService(database);
  bind(getArrivalAccuracy, ({ query }) => accuracy.byPlantAndWeek(query.weeks));
};
