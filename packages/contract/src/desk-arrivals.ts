import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { wholeNumber } from './scalars.ts';

/** The longest time that the page looks back. */
const MAX_ACCURACY_WEEKS = 52;

/** How well the arrivals of one week were predicted when the trucks left, at one plant or at all. Errors are in minutes. */
export const arrivalAccuracyRow = z.strictObject({
  /** The Monday of the week, in the plant's time zone. */
  week: z.iso.date(),
  /** Null for all plants together. */
  plantId: z.int().nullable(),
  loads: z.int(),
  /** Half of the arrivals were off by at most this, in either direction. */
  medianErrorMinutes: z.number(),
  p90ErrorMinutes: z.number(),
  /** Positive if trucks came later than predicted. */
  meanErrorMinutes: z.number(),
  /** Share of the trucks that arrived within the span, from 0 to 1. */
  insideShare: z.number(),
});
export type ArrivalAccuracyRow = z.infer<typeof arrivalAccuracyRow>;

export const getArrivalAccuracy = defineEndpoint({
  id: 'desk.arrival-accuracy',
  requirement: 'POUR-04',
  summary: 'How far the arrival times that customers saw were off, by plant and week, and how often the truth lay inside the span',
  method: 'GET',
  path: '/desk/arrival-accuracy',
  access: { staff: ['arrival-accuracy'] },
  scope: 'user',
  query: z.object({ weeks: wholeNumber(1, MAX_ACCURACY_WEEKS).default(12) }),
  answer: z.strictObject({
    plants: z.array(z.strictObject({ id: z.int(), name: z.string() })),
    /** Newest week first. */
    rows: z.array(arrivalAccuracyRow),
  }),
});
