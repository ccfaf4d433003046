import { focusManager, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/lib/query/query-client.ts';
import { documentTitle, openDocument } from './open-document.ts';

afterEach(() => focusManager.setFocused(undefined));

describe('an open document', () => {
  it('ORD-24 is not refetched when the window gets the focus or the network back, unlike a list', async () => {
    const client = createQueryClient(() => undefined);
    client.mount();
    const fetched: string[] = [];
    const load = (name: string) => ({
      queryKey: [name],
      queryFn: () => {
        fetched.push(name);
        return Promise.resolve({ fileName: 'Order_1.pdf', contentType: 'application/pdf' as const, data: '' });
      },
      staleTime: 0,
    });
    const stops = [openDocument(load('document')), load('list')].map((options) => new QueryObserver(client, options).subscribe(() => {}));
    await vi.waitFor(() => expect(client.isFetching()).toBe(0), 20_000);
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    await vi.waitFor(() => expect(fetched).toEqual(['document', 'list', 'list']), 20_000);
    await vi.waitFor(() => expect(client.isFetching()).toBe(0), 20_000);
    onlineManager.setOnline(false);
    onlineManager.setOnline(true);
    await vi.waitFor(() => expect(fetched).toEqual(['document', 'list', 'list', 'list']), 20_000);
    for (const stop of stops) stop();
    client.unmount();
  });

  it('LNG-01 is named in the language of the screen, with the number of its file', () => {
    expect(documentTitle('Remisión', { fileName: 'Ticket_110001.pdf' })).toBe('Remisión 110001');
    expect(documentTitle('Receipt', { fileName: 'Payment_CRT_7.pdf' })).toBe('Receipt CRT_7');
  });
});
