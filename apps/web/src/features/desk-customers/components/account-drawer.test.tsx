import type { DeskAccount } from '@yardage/contract/desk-account';
import { AGING_BUCKETS } from '@yardage/domain/aging';
import { AGING_NAMES } from '@yardage/domain/names.messages';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { AccountFacts } from './account-drawer.tsx';

it('DSH-16 STF-02 the sheet of an account has the same names for the aging as every other screen', () => {
  const summary = {
    ...{ balanceAmount: 10, unappliedAmount: 0, currentAmount: 1, last30DaysAmount: 2, last90DaysAmount: 3, over90DaysAmount: 4 },
  } as DeskAccount['summary'];
  const html = renderToStaticMarkup(<AccountFacts account={{ summary }} />);
  const facts = [...html.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(([, name, value]) => [name, value]);
  expect(facts.slice(1)).toEqual(AGING_BUCKETS.map(({ field }) => [AGING_NAMES[field], `$${summary[field]}.00`]));
});
