import { MantineProvider } from '@mantine/core';
import type { OrderDetail } from '@yardage/contract/orders';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, describe, expect, it, vi } from 'vitest';

const kept = vi.hoisted(() => ({ data: undefined as object | undefined }));
vi.mock('#web/lib/offline/kept-reads.ts', async (original) => ({
  ...(await original<object>()),
  isFromDevice: ({ data }: { data: unknown }) => data !== undefined && data === kept.data,
}));
// Other tests in this worker may have loaded it without the mock.
vi.resetModules();
const { OrderDetails } = await import('./order-details.tsx');
afterAll(() => vi.resetModules());

const ORDER = {
  ...{ id: 5, orderNumber: '101456', orderType: 1, orderStatusId: 6, orderStatus: 'Shipping', date: '2026-05-04T12:00:00Z' },
  ...{ shipDate: '2026-05-04', qtyOrdered: 80, unitOfMeasure: 'CY', loadCount: 8, startTime: '2026-05-04T12:00:00Z', tickets: [] },
} as unknown as OrderDetail;
const textWith = (failure: Error | null, updatedAtMs: number): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <OrderDetails
        order={ORDER}
        isLoading={false}
        failure={failure}
        updatedAtMs={updatedAtMs}
        onRetry={() => undefined}
        onOpenTicket={() => undefined}
        pourBoard={() => null}
      />
    </MantineProvider>,
  ).replaceAll(/<style[\s\S]*?<\/style>|<[^>]*>/g, ' ');

describe('the age of an order', () => {
  it('OFF-02 says the time, and the day if it is not today', () => {
    expect(textWith(null, Date.now())).not.toContain('Not updated since');
    expect(textWith(new Error(), Date.now())).toMatch(/Not updated since \d\d:\d\d /);
    expect(textWith(new Error(), Date.now() - 3 * 86_400_000)).toMatch(/Not updated since \d\d\/\d\d\/\d{4} \d\d:\d\d/);
  });

  it('OFF-02 is also said of an order that was read from the device while the server is still being asked', () => {
    kept.data = ORDER;
    const text = textWith(null, Date.now() - 3 * 86_400_000);
    kept.data = undefined;
    expect(text).toMatch(/Not updated since \d\d\/\d\d\/\d{4} \d\d:\d\d/);
    expect(text).not.toContain('Retry');
  });
});
