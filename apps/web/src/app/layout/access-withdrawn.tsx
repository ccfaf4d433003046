import { Button, NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { CustomerNumberEntry } from '@yardage/contract/users';
import { useState } from 'react';
import { selectCustomer, useCustomers } from '#web/lib/customer/customer-store.ts';
import { MessagePage } from '#web/patterns/message-page.tsx';
import { logOut } from '../log-out.ts';
import classes from './access-withdrawn.module.css';
import { LAYOUT_MESSAGES as MESSAGES } from './layout.messages.ts';

/** Says that access to the selected customer number was withdrawn, and offers another one or Logout. */
export function AccessWithdrawn() {
  const { list, withdrawn } = useCustomers();
  const navigate = useNavigate();
  const [index, setIndex] = useState(0);
  const others = list ?? [];
  const chosen = others[index] ?? others[0];
  if (!withdrawn) return null;
  const goOn = async (entry: CustomerNumberEntry): Promise<void> => {
    // The URL may name a record of the withdrawn customer number.
    await navigate({ to: '/dashboard', replace: true });
    selectCustomer(entry);
  };
  return (
    <MessagePage
      isInFrame
      title={MESSAGES.withdrawnTitle}
      message={MESSAGES.withdrawnText(withdrawn.displayName, withdrawn.customerNumber)}
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
          {chosen ? <Button onClick={() => void goOn(chosen)}>{MESSAGES.continueWith(chosen.displayName)}</Button> : null}
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
