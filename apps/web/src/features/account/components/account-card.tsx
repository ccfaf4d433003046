import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { getCustomerDetails } from '@yardage/contract/customers';
import type { Answer } from '@yardage/contract/endpoint';
import type { CustomerNumberEntry } from '@yardage/contract/users';
import { timeZoneName } from '@yardage/domain/dates';
import { formatPhone } from '@yardage/domain/phones';
import type { ReactNode } from 'react';
import { Card } from '#web/patterns/card.tsx';
import { Skeleton } from '#web/patterns/skeleton.tsx';
import { customerDetailsQuery } from '../account.api.ts';
import { ACCOUNT_MESSAGES } from '../account.messages.ts';
import classes from './account-card.module.css';

const NONE = '–';

/** Shows the details of the selected customer number, or a skeleton while it is null. */
export function AccountCard({ customer }: { customer: CustomerNumberEntry | null }) {
  return (
    <Card title={ACCOUNT_MESSAGES.account}>
      <dl className={classes.facts}>
        <Fact label={ACCOUNT_MESSAGES.customerNumber} value={customer?.customerNumber} />
        <Fact label={ACCOUNT_MESSAGES.globalNumber} value={customer?.globalCustomerNumber} />
        <Fact label={ACCOUNT_MESSAGES.dataSource} value={customer?.datasource} />
        <Fact label={ACCOUNT_MESSAGES.timeZone} value={customer && timeZoneName(customer.timeZone)} />
        {customer ? <Details customer={customer} /> : <DetailFacts details={undefined} />}
      </dl>
    </Card>
  );
}

function Details({ customer }: { customer: CustomerNumberEntry }) {
  const { data, isError, refetch } = useQuery(customerDetailsQuery(customer));
  if (isError && !data)
    return (
      <Fact
        label={ACCOUNT_MESSAGES.company}
        value={
          <>
            <span className={classes.failed}>{ACCOUNT_MESSAGES.detailsFailed}</span>{' '}
            <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
              {ACCOUNT_MESSAGES.retry}
            </Button>
          </>
        }
        isWide
      />
    );
  return <DetailFacts details={data} />;
}

function DetailFacts({ details }: { details: Answer<typeof getCustomerDetails> | undefined }) {
  return (
    <>
      <Fact label={ACCOUNT_MESSAGES.company} value={details?.companyName} isWide />
      <Fact label={ACCOUNT_MESSAGES.email} value={details && (details.email ?? NONE)} isWide />
      <Fact label={ACCOUNT_MESSAGES.phone} value={details && (formatPhone(details.phoneNumber) || NONE)} />
    </>
  );
}

function Fact({ label, value, isWide = false }: { label: string; value: ReactNode; isWide?: boolean }) {
  return (
    <div className={classes.fact} data-wide={isWide || undefined}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{value ?? <Skeleton width={140} />}</dd>
    </div>
  );
}
