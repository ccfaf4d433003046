import { listDeskChats } from '@yardage/contract/desk-chats';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { profileQuery } from '#web/features/account/account.api.ts';
import { HttpProblem } from '#web/lib/http/http-errors.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { queryClient } from './query.ts';

const person = { email: 'gina@example.com', firstName: 'Gina', lastName: 'Ray', phone: '', isStaff: true, language: null };
const { queryKey } = profileQuery();
afterEach(() => {
  queryClient.clear();
  vi.restoreAllMocks();
});

/** Returns how often the profile was asked for again after a read was refused. */
async function profileReadsAfter(status: number, staffRole: 'Dispatcher' | null): Promise<number> {
  queryClient.setQueryData(queryKey, { ...person, staffRole });
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
  const refused = () => Promise.reject(new HttpProblem(status, { code: 'permission-missing' }));
  await queryClient.fetchQuery({ queryKey: [listDeskChats.id], queryFn: refused, meta: { isSilent: true } }).catch(() => undefined);
  return invalidate.mock.calls.filter(([filters]) => JSON.stringify(filters?.queryKey) === JSON.stringify(queryKey)).length;
}

describe('a refusal', () => {
  it('STF-01 makes the page of staff ask for their role, which a colleague may have withdrawn', async () => {
    expect(await profileReadsAfter(403, 'Dispatcher')).toBe(1);
  });

  it.each([
    [404, 'Dispatcher'],
    [403, null],
  ] as const)('STF-01 of %s with the role %s says nothing about the desk', async (status, role) => {
    expect(await profileReadsAfter(status, role)).toBe(0);
  });

  it('STF-02 ERR-05 of a disabled account shows no toast, however many calls it concerns', async () => {
    const show = vi.spyOn(toasts, 'show').mockReturnValue();
    const refused = () => Promise.reject(new HttpProblem(403, { code: 'account-disabled', title: 'Your account is not enabled.' }));
    for (const id of [listDeskChats.id, 'other']) {
      await queryClient.fetchQuery({ queryKey: [id], queryFn: refused, meta: { failureText: `${id} failed` } }).catch(() => undefined);
    }
    expect(show).not.toHaveBeenCalled();
  });
});
