import { useState } from 'react';
import { useAccess } from '#web/lib/access/access.ts';
import { Card } from '#web/patterns/card.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import { tabId, ViewTabs } from '#web/patterns/view-tabs.tsx';
import { CHECKOUT_MESSAGES as MESSAGES } from '../../checkout.messages.ts';
import { permittedMethods } from '../../permitted-methods.ts';
import classes from './checkout-form.module.css';
import { CheckoutForm } from './checkout-form.tsx';

const PANEL_ID = 'payment-method';

type PaymentCardProps = Omit<Parameters<typeof CheckoutForm>[0], 'method' | 'onPay'> & {
  onPay: (method: Parameters<typeof CheckoutForm>[0]['method'], values: Parameters<Parameters<typeof CheckoutForm>[0]['onPay']>[0]) => void;
};

/** Tabs with the permitted payment methods, the first one selected, and the form of the selected method (PAY-11, PAY-17). */
export function PaymentCard({ onPay, ...form }: PaymentCardProps) {
  const methods = permittedMethods(useAccess().permissions);
  const [chosen, setChosen] = useState(methods[0]);
  const method = chosen && methods.includes(chosen) ? chosen : methods[0];
  if (!method) {
    return (
      <Notice kind="info" title={MESSAGES.noMethod}>
        {MESSAGES.noMethodHint}
      </Notice>
    );
  }
  // All methods share one form. The PayPal tab hides it instead of unmounting it, so that the typed values are kept.
  const payable = method === 'PayPal' ? methods.find((other) => other !== 'PayPal') : method;
  const tabs = methods.map((value) => ({ value, label: MESSAGES.methods[value] }));
  return (
    <Card title={MESSAGES.title}>
      <div className={classes.methods}>
        <ViewTabs
          label={MESSAGES.method}
          tabs={tabs}
          value={method}
          onChange={(next) => !form.attempt && setChosen(next)}
          panelId={PANEL_ID}
        />
      </div>
      <div id={PANEL_ID} role="tabpanel" aria-labelledby={tabId(PANEL_ID, method)}>
        {method === 'PayPal' ? <p className={classes.soon}>{MESSAGES.comingSoon}</p> : null}
        {payable ? (
          <div hidden={payable !== method}>
            <CheckoutForm {...form} method={payable} onPay={(values) => onPay(payable, values)} />
          </div>
        ) : null}
      </div>
    </Card>
  );
}
