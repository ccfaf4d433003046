import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useAccess } from '#web/lib/access/access.ts';
import { Notice } from '#web/patterns/notice.tsx';
import { profileQuery } from '../account.api.ts';
import { ACCOUNT_MESSAGES } from '../account.messages.ts';

const failures = () =>
  ({
    'customer-numbers': ACCOUNT_MESSAGES.customerNumbersFailed,
    permissions: ACCOUNT_MESSAGES.permissionsFailed,
    profile: ACCOUNT_MESSAGES.profileFailed,
  }) as const;

/** Explains why the page has no content: the user has no customer numbers (PER-04) or an access request failed (PER-14). */
export function AccessNotice() {
  const { status, failed, retry } = useAccess();
  const profile = useQuery(profileQuery());
  if (status === 'no-customer-numbers') {
    // The text differs for staff and customers, so wait for the profile.
    if (profile.isPending) return null;
    if (!profile.data?.isStaff) return <Notice kind="info" title={ACCOUNT_MESSAGES.noCustomerNumbers} />;
    return (
      <Notice kind="info" title={ACCOUNT_MESSAGES.staff}>
        {ACCOUNT_MESSAGES.staffText}
      </Notice>
    );
  }
  if (status !== 'failed') return null;
  return (
    <Notice
      kind="failure"
      title={failures()[failed ?? 'permissions']}
      action={
        <Button variant="default" onClick={retry}>
          {ACCOUNT_MESSAGES.retry}
        </Button>
      }
    />
  );
}
