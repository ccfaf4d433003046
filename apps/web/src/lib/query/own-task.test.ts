import { expect, it } from 'vitest';
import { ownTask } from './own-task.ts';

/** More than any chain of promises in a query needs. */
const MICROTASKS = 1000;

it('DSH-05 a read waits until the task that mounted it has ended, with all that it left to do', async () => {
  const order: string[] = [];
  const read = ownTask().then(() => order.push('read'));
  for (let step = 0; step < MICROTASKS; step += 1) await Promise.resolve();
  order.push('mounted');
  await read;
  expect(order).toEqual(['mounted', 'read']);
});
