import { useEffect } from 'react';
import { rememberConcrete, rememberedConcrete, useCustomer } from '#web/lib/customer/customer-store.ts';
import { ORDER_REQUEST_MESSAGES as MESSAGES } from './order-request.messages.ts';
import classes from './order-request.module.css';

/** Returns whether a customer asks for pours. Until the page knows, it is what this browser learned last, else deliveries. */
export function useAsksForPours(known: boolean | undefined): boolean {
  const customer = useCustomer();
  useEffect(() => {
    if (known !== undefined) rememberConcrete(customer, known);
  }, [customer, known]);
  return known ?? rememberedConcrete(customer) ?? false;
}

/** The name of the button that opens the form. Its width is that of the longer name, so that learning the right one moves nothing. */
export function RequestLabel({ isPour }: { isPour: boolean }) {
  return (
    <span className={classes.label}>
      <span>{isPour ? MESSAGES.requestPour : MESSAGES.requestDelivery}</span>
      <span aria-hidden="true">{isPour ? MESSAGES.requestDelivery : MESSAGES.requestPour}</span>
    </span>
  );
}
