import { MantineProvider } from '@mantine/core';
import type { InvoiceRow } from '@yardage/contract/invoices';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { AddToCart } from './add-to-cart.tsx';

it('INV-09 PAY-04 says how many invoices fit into the cart, and adds none if more are selected', () => {
  const invoices = ['1', '2', '3'].map((documentNumber) => ({ documentNumber, amountWithDiscount: 10 }) as InvoiceRow);
  const shownWith = (inCart: number) => {
    const html = renderToStaticMarkup(
      <MantineProvider>
        <AddToCart invoices={invoices} marks={[]} inCart={inCart} isBusy={false} onAdd={() => undefined} />
      </MantineProvider>,
    );
    return { canAdd: !/<button[^>]* disabled=""/.test(html), text: html.replace(/<style.*?<\/style>/gs, '').replace(/<[^>]*>/g, ' ') };
  };
  expect(shownWith(497)).toMatchObject({ canAdd: true, text: expect.stringContaining('3 to pay, $30.00') });
  expect(shownWith(498)).toMatchObject({ canAdd: false, text: expect.stringContaining('2 more fit; you have selected 3.') });
  expect(shownWith(500).text).toContain('0 more fit');
});
