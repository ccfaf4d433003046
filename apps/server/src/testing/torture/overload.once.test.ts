import { expect, it } from 'vitest';
import { tortureOverload } from './overload.ts';
import { openGround } from './torture-ground.ts';

it('RUN-04 five times as many calls as the server can answer get right answers, 429 or 503, and slow clients slow nobody', async () => {
  const { losses } = await tortureOverload(await openGround(), { isLong: false });
  expect(losses).toEqual([]);
});
