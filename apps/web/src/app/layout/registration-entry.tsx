import { useQuery } from '@tanstack/react-query';
import { lazy, useEffect, useEffectEvent } from 'react';
import { customerDetailsQuery, profileQuery } from '#web/features/account/account.api.ts';
import { type CustomerKey, useCustomers } from '#web/lib/customer/customer-store.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';

const RegistrationDialog = lazy(() =>
  import('#web/features/registration/components/registration-dialog.tsx').then(({ RegistrationDialog }) => ({
    default: RegistrationDialog,
  })),
);
const NO_CUSTOMER: CustomerKey = { customerNumber: '', datasourceId: 0, globalCustomerNumber: '' };

/** The Account Registration dialog of the account menu, prefilled with the user's data (REG-07, REG-08). */
export function RegistrationEntry({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { selected } = useCustomers();
  const { data: profile, isError, refetch } = useQuery(profileQuery());
  const loadProfile = useEffectEvent(async () => {
    const { data } = await refetch();
    if (!data) onClose();
  });
  // The form needs the profile. If it fails again, the toast says so and the next click tries once more.
  const isMissing = isOpen && isError && !profile;
  useEffect(() => {
    if (isMissing) void loadProfile();
  }, [isMissing]);
  const details = useQuery({ ...customerDetailsQuery(selected ?? NO_CUSTOMER), enabled: isOpen && selected !== null });
  const isKnown = profile !== undefined && (selected === null || details.isFetched);
  return (
    <MountOnceNeeded isNeeded={isOpen && isKnown}>
      <RegistrationDialog
        isOpen={isOpen}
        onClose={onClose}
        prefilled={{
          email: profile?.email ?? '',
          firstName: profile?.firstName ?? '',
          lastName: profile?.lastName ?? '',
          ...(details.data?.phoneNumber ? { phoneNumber: details.data.phoneNumber } : {}),
          companyName: details.data?.companyName ?? '',
        }}
      />
    </MountOnceNeeded>
  );
}
