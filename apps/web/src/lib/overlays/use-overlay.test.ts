import type { AnyRouter } from '@tanstack/react-router';
import { expect, it, vi } from 'vitest';
import { closeOverlay } from './use-overlay.ts';

it('INV-08 a second click on the X of a document does not close the drawer below it', () => {
  const back = vi.fn();
  const at = (search: object, key: string) =>
    ({ latestLocation: { search, state: { isOverlay: true, __TSR_key: key } }, history: { back } }) as unknown as AnyRouter;
  const replace = vi.fn();
  closeOverlay(at({ invoice: '1001', pdf: '1001' }, 'a'), { pdf: '' }, replace);
  expect(back).toHaveBeenCalledOnce();
  // The address has the drawer only by now. Defaults are not in it.
  for (const closed of [{ pdf: '' }, { add: false }, { order: undefined }]) closeOverlay(at({ invoice: '1001' }, 'b'), closed, replace);
  expect([back.mock.calls.length, replace.mock.calls.length]).toEqual([1, 0]);
});
