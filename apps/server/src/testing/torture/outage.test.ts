import { expect, it } from 'vitest';
import { tortureOutage } from './outage.ts';
import { openGround } from './torture-setup.ts';

it('RUN-10 a database that is away under load is a 503 at once, works again within ten seconds, and loses nothing acknowledged', async () => {
  const { losses } = await tortureOutage(await openGround(), { isLong: false });
  expect(losses).toEqual([]);
});
