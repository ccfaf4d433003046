import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '#web/features/account/api/get-profile.ts';
import { AccessNotice } from '#web/features/account/components/access-notice.tsx';
import { AccountCard } from '#web/features/account/components/account-card.tsx';
import { useAccess } from '#web/lib/access/access.ts';
import { useCustomer, useCustomers } from '#web/lib/customer/customer-store.ts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { Bone } from '#web/patterns/bone.tsx';
import { Card } from '#web/patterns/card.tsx';
import { SupportContact } from '#web/patterns/support-contact.tsx';
import { AreaList } from './area-list.tsx';
import { DASHBOARD_MESSAGES } from './dashboard.messages.ts';
import classes from './dashboard-page.module.css';

/** Greets the user by name and account, and leads to what he may open. */
export function DashboardPage() {
  const { selected } = useCustomers();
  const { status } = useAccess();
  const { data: profile } = useQuery(profileQuery());
  const hasNotice = status === 'failed' || status === 'no-customer-numbers';
  return (
    <div className={classes.page}>
      <Greeting />
      {hasNotice ? <AccessNotice /> : null}
      <div className={classes.cards}>
        {hasNotice ? null : <AreaList isLoading={status === 'loading'} />}
        {selected || status === 'loading' ? <AccountCard customer={selected} /> : null}
        {profile?.isStaff ? null : <Support />}
      </div>
    </div>
  );
}

function Greeting() {
  const { data: profile, isError } = useQuery(profileQuery());
  const { selected } = useCustomers();
  return (
    <header>
      <h2 className={classes.greeting}>
        {profile ? DASHBOARD_MESSAGES.greeting(profile.firstName) : isError ? DASHBOARD_MESSAGES.welcome : <Bone width={220} height={22} />}
      </h2>
      <p className={classes.context}>{selected ? <AccountAndDay /> : (profile?.email ?? (isError ? null : <Bone width={320} />))}</p>
    </header>
  );
}

function AccountAndDay() {
  const { displayName } = useCustomer();
  const { today } = useFormats();
  return DASHBOARD_MESSAGES.context(displayName, formatDay(today()));
}

function Support() {
  return (
    <Card title={DASHBOARD_MESSAGES.support}>
      <div className={classes.support}>
        <p>{DASHBOARD_MESSAGES.supportText}</p>
        <SupportContact />
      </div>
    </Card>
  );
}
