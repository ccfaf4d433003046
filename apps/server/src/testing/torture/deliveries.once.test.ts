import { expect, it } from 'vitest';
import { tortureDeliveries } from './deliveries.ts';
import { openGround } from './torture-ground.ts';

it('REQ-01 SGN-01 FED-07 nothing is lost or done twice while processes are killed: requests, sign-offs, records, events, webhooks, mails', async () => {
  const { losses, figures } = await tortureDeliveries(await openGround(), { isLong: false });
  expect([losses, figures.kills]).toEqual([[], 6]);
});
