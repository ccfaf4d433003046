import type { Cents } from '@yardage/domain/money';
import type { Day } from './calendar.ts';
import type { Product } from './catalog.ts';
import type { Plant } from './region.ts';

/** The prices offered for a job. */
export interface Quote {
  id: number;
  quoteNumber: string;
  startDate: Day;
  terminationDate: Day | null;
  prices: ReadonlyMap<number, Cents>;
  /** Added to each price from one year after the start. */
  priceAdjustment: Cents | null;
}

/** A site that a customer orders to while it has work. */
export interface Job {
  name: string;
  number: string | null;
  poNumber: string | null;
  address1: string;
  address2: string | null;
  /** Null if the job is not on the map. */
  latitude: number | null;
  longitude: number | null;
  plant: Plant;
  travelMinutes: number;
  from: Day;
  to: Day;
  products: Product[];
  quote: Quote | null;
}
