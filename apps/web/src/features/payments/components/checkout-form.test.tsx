import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { CoveredByCredits } from './checkout-form.tsx';

function shownFor(customerEmail: string): { canPay: boolean; text: string } {
  const prefill = { customerEmail, customerPhone: '', avsName: '' };
  const html = renderToStaticMarkup(
    <MantineProvider>
      <CoveredByCredits prefill={prefill} attempt={undefined} problem={null} isChanging={false} onUse={() => undefined} />
    </MantineProvider>,
  );
  return { canPay: !/<button[^>]* disabled=""/.test(html), text: html };
}

describe('a cart that credits cover', () => {
  it('APY-01 is not paid before the email address of the payer is known and valid', () => {
    expect(shownFor('dana@example.com').canPay).toBe(true);
    const unknown = shownFor('');
    expect([unknown.canPay, unknown.text.includes('has to be loaded before you can pay')]).toEqual([false, true]);
    expect(shownFor('dana@').canPay).toBe(false);
  });
});
