import { expect, it } from 'vitest';
import { accuracyOf } from './accuracy-of.ts';

type Accuracy = Parameters<typeof accuracyOf>[0];
const accuracy = { plants: [{ id: 3, name: 'North' }], rows: [{ plantId: null }, { plantId: 3 }] } as Accuracy;

it('POUR-04 an address with a plant that had no recent arrivals, such as an old link, shows all plants', () => {
  expect(accuracyOf(accuracy, 3)).toMatchObject({ plant: { name: 'North' }, rows: [{ plantId: 3 }] });
  expect(accuracyOf(accuracy, 7)).toEqual(accuracyOf(accuracy, undefined));
  expect(accuracyOf(accuracy, 7)).toMatchObject({ plant: undefined, rows: [{ plantId: null }] });
});
