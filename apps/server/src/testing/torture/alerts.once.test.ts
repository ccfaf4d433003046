import { expect, it } from 'vitest';
import { tortureAlerts } from './alerts.ts';
import { openGround } from './torture-ground.ts';

it('ALR-02 workers that are restarted and killed lose no alert, tell none twice, and tell most within ten seconds', async () => {
  const { losses, figures } = await tortureAlerts(await openGround(), { isLong: false });
  expect([losses, figures.restarts]).toEqual([[], 3]);
});
