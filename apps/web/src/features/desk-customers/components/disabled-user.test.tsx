import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { FoundDeskUser } from '@yardage/contract/desk-account';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, describe, expect, it, vi } from 'vitest';

const access = vi.hoisted(() => ({ mayChange: true }));
vi.mock('#web/lib/access/access.ts', () => ({ useMayUseDesk: () => access.mayChange }));
// Other tests in this worker may have loaded it without the mock, and some need it so.
vi.resetModules();
const { userQuery } = await import('../desk-account.api.ts');
const { DisabledUser } = await import('./disabled-user.tsx');
afterAll(() => vi.resetModules());

const EMAIL = 'ola@example.com';
const OLA: FoundDeskUser = { userId: 7, email: EMAIL, firstName: 'Ola', lastName: 'Nord', isEnabled: false, isStaff: false };

/** Returns the text of the notice if the search by address finds these users. */
function textWith(found: FoundDeskUser[]): string {
  const client = new QueryClient();
  client.setQueryData(userQuery(EMAIL).queryKey, found);
  const page = (
    <QueryClientProvider client={client}>
      <MantineProvider>
        <DisabledUser email={EMAIL} />
      </MantineProvider>
    </QueryClientProvider>
  );
  return renderToStaticMarkup(page)
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/<[^>]*>/g, ' ');
}

describe('the notice about a disabled user', () => {
  it('STF-02 offers to enable them, only to staff who may do so', () => {
    expect(textWith([OLA])).toMatch(/Ola Nord is disabled.*Enable/s);
    access.mayChange = false;
    expect(textWith([OLA]).trim()).toBe('');
    access.mayChange = true;
  });

  it('STF-02 is not shown for unknown or enabled users and for staff', () => {
    for (const found of [[], [{ ...OLA, isEnabled: true }], [{ ...OLA, isStaff: true }]]) expect(textWith(found).trim()).toBe('');
  });
});
