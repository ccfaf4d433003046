import { Button, NativeSelect } from '@mantine/core';
import type { CustomerNumberEntry } from '@yardage/contract/users';
import { useState } from 'react';
import { useCustomers } from '#web/lib/customer/customer-store.ts';
import { MessagePage } from '#web/patterns/message-page.tsx';
import { logOut } from '../session-end.ts';
import classes from './access-refused.module.css';
import { useChooseCustomer } from './customer-selector.tsx';
import { LAYOUT_MESSAGES as MESSAGES } from './layout.messages.ts';

/** Says that the user has no access to the customer number of the address, and offers another one or Logout. */
export function AccessRefused() {
  const { list, refused } = useCustomers();
  const choose = useChooseCustomer();
  const [index, setIndex] = useState(0);
  const others = list ?? [];
  const chosen = others[index] ?? others[0];
  if (!refused) return null;
  const { globalCustomerNumber, withdrawn } = refused;
  return (
    <MessagePage
      isInFrame
      title={withdrawn ? MESSAGES.withdrawnTitle : MESSAGES.refusedTitle}
      message={
        withdrawn ? MESSAGES.withdrawnText(withdrawn.displayName, withdrawn.customerNumber) : MESSAGES.refusedText(globalCustomerNumber)
      }
      action={
        <div className={classes.ways}>
          {others.length > 1 ? (
            <NativeSelect
              label={MESSAGES.chooseCustomer}
              value={String(index)}
              onChange={(event) => setIndex(Number(event.currentTarget.value))}
              data={others.map((entry, position) => ({ value: String(position), label: labelOf(entry) }))}
            />
          ) : null}
          {chosen ? (
            <Button onClick={() => void choose(chosen, { replace: true })}>{MESSAGES.continueWith(chosen.displayName)}</Button>
          ) : null}
          <Button variant="default" onClick={logOut}>
            {MESSAGES.logout}
          </Button>
        </div>
      }
    />
  );
}

/** Says that the user's account is not enabled: it was disabled, or there is none for this sign-in. */
export function AccountDisabled() {
  return (
    <MessagePage
      isInFrame
      title={MESSAGES.disabledTitle}
      message={MESSAGES.disabledText}
      action={
        <div className={classes.ways}>
          <Button onClick={() => window.location.reload()}>{MESSAGES.tryAgain}</Button>
          <Button variant="default" onClick={logOut}>
            {MESSAGES.logout}
          </Button>
        </div>
      }
    />
  );
}

const labelOf = ({ displayName, customerNumber, datasource }: CustomerNumberEntry): string =>
  [displayName, customerNumber, datasource].join(' · ');
