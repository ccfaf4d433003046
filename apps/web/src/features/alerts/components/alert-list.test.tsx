import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { CustomerNumberEntry } from '@yardage/contract/users';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { CustomersContext } from '#web/lib/customer/customer-store.ts';
import { alertSettingsQuery } from '../alerts.api.ts';
import { AlertOrigin } from './alert-list.tsx';
import { AlertChannels } from './alert-settings.tsx';

const account = (globalCustomerNumber: string, timeZone: string) => ({ globalCustomerNumber, timeZone }) as CustomerNumberEntry;

describe('an alert in the inbox', () => {
  it('ALR-02 has the time of its own account, whichever account is selected', () => {
    const [east, west] = [account('G1', 'America/New_York'), account('G2', 'America/Los_Angeles')];
    const alert = { createdAt: '2026-11-17T01:30:00Z', displayName: 'Tarnwick West', globalCustomerNumber: 'G2' };
    const html = renderToStaticMarkup(
      <CustomersContext value={{ list: [east, west], selected: east, refused: null }}>
        <AlertOrigin alert={alert} />
      </CustomersContext>,
    );
    expect(html).toContain('11/16/2026 17:30');
  });
});

describe('how alerts reach a user', () => {
  it('ALR-02 offers quiet hours whatever mails are chosen, because they hold back notifications, too', () => {
    for (const mail of ['each', 'digest', 'off'] as const) {
      const client = new QueryClient();
      client.setQueryData(alertSettingsQuery().queryKey, { mail, quietFrom: 1260, quietTo: 360, digestAt: 360 });
      const html = renderToStaticMarkup(
        <MantineProvider>
          <QueryClientProvider client={client}>
            <AlertChannels />
          </QueryClientProvider>
        </MantineProvider>,
      );
      for (const shown of ['Quiet hours', 'value="21:00"', 'value="06:00"']) expect(html, mail).toContain(shown);
    }
  });
});
