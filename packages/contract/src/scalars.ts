import { z } from 'zod';
import { MAX_SEARCH_LENGTH } from './lists.ts';

/** Free search text; longer texts are refused. */
export const searchText = z.string().trim().max(MAX_SEARCH_LENGTH, `Search is limited to ${MAX_SEARCH_LENGTH} characters.`);

/** A calendar day in the data source's time zone. */
export const day = z.iso.date('Use a date as yyyy-MM-dd.').refine((text) => text >= '1950-01-01' && text <= '2050-12-31', {
  error: 'Use a date between 1950 and 2050.',
});

/** A moment, ISO 8601 in UTC. */
export const moment = z.iso.datetime();

/** A record's id in a path. */
export const idInPath = z.coerce.number('Use a whole number.').int('Use a whole number.').positive('Use a positive number.');

/** A quantity of material; two decimals at most. */
export const quantity = z.number();

export const customerNumber = z.string().trim().min(1).max(20);
export const globalCustomerNumber = z.string().trim().min(1).max(20);
export const datasourceId = z.coerce.number('Use a whole number.').int('Use a whole number.').positive();
/** The short code of a data source, as it appears in rows. */
export const dataset = z.string().trim().min(1).max(20);

/** Query parameters that may repeat the selected customer; all must agree (decisions, Walls). */
export const customerQuery = {
  customerNumber: customerNumber.optional(),
  datasourceId: datasourceId.optional(),
};
