import { expect, it } from 'vitest';
import { torturePayments } from './payments.ts';
import { openGround } from './torture-setup.ts';

it('APY-02 APY-06 APY-07 processes that are killed while people pay leave both books equal, nothing over-paid and nothing open', async () => {
  const { losses, figures } = await torturePayments(await openGround(), { isLong: false });
  expect([losses, figures.kills]).toEqual([[], 2]);
});
