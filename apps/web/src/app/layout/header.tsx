import { useQuery } from '@tanstack/react-query';
import { useMatches, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { customerDetailsQuery, profileQuery } from '#web/features/account/account.api.ts';
import { CartButton } from '#web/features/carts/components/cart-button.tsx';
import { useAccess, useHoldsAny } from '#web/lib/access/access.ts';
import { type CustomerKey, useCustomers } from '#web/lib/customer/customer-store.ts';
import { lazyBeside } from '#web/lib/lazy-beside.ts';
import { toggleSidebar, useIsSidebarOpen } from '#web/lib/navigation/menu.ts';
import { hasPreviousPage, parentPath } from '#web/lib/navigation/previous-page.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { AccountMenu } from './account-menu.tsx';
import { CustomerSelector } from './customer-selector.tsx';
import classes from './header.module.css';
import { LAYOUT_MESSAGES } from './layout.messages.ts';

interface HeaderProps {
  /** Id of the title, which labels the page's content. */
  titleId: string;
  isMenuOpen: boolean;
  onOpenMenu: () => void;
}

/** Page title, back button, customer selector, cart and account menu (SHL-17 to SHL-19, PAY-02). */
export function Header({ titleId, isMenuOpen, onOpenMenu }: HeaderProps) {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.page?.title() ?? '' });
  const { status } = useAccess();
  const isSidebarOpen = useIsSidebarOpen();
  const [isRegistering, setIsRegistering] = useState(false);
  const [isChoosingMails, setIsChoosingMails] = useState(false);
  return (
    <header className={classes.header}>
      <button
        type="button"
        className={classes.menu}
        aria-label={LAYOUT_MESSAGES.openMenu}
        aria-haspopup="dialog"
        aria-expanded={isMenuOpen}
        onClick={onOpenMenu}
      >
        <Icon name="menu" size={20} />
      </button>
      <button
        type="button"
        className={classes.toggle}
        aria-label={isSidebarOpen ? LAYOUT_MESSAGES.closeSidebar : LAYOUT_MESSAGES.openSidebar}
        aria-expanded={isSidebarOpen}
        aria-controls="sidebar"
        onClick={toggleSidebar}
      >
        <Icon name={isSidebarOpen ? 'collapse' : 'expand'} size={20} />
      </button>
      <BackButton />
      <div className={classes.place}>
        <h1 className={classes.title} id={titleId} title={title}>
          {title}
        </h1>
        <CustomerSelector />
      </div>
      <div className={classes.tools} data-loading={status === 'loading' || undefined}>
        <BellInHeader />
        <CartInHeader />
        <AccountMenu onRegister={() => setIsRegistering(true)} onMailSettings={() => setIsChoosingMails(true)} />
      </div>
      <MailSettingsEntry isOpen={isChoosingMails} onClose={() => setIsChoosingMails(false)} />
      <RegistrationEntry isOpen={isRegistering} onClose={() => setIsRegistering(false)} />
    </header>
  );
}

/** Goes back from a nested path to the previous page, or in a new tab to the parent path (SHL-17). */
export function BackButton() {
  const router = useRouter();
  const parent = useRouterState({ select: (state) => parentPath(state.location.pathname) });
  if (!parent) return null;
  const goBack = (): void => (hasPreviousPage(router.history) ? router.history.back() : void router.navigate({ to: parent }));
  return (
    <button type="button" className={classes.back} aria-label={LAYOUT_MESSAGES.back} onClick={goBack}>
      <Icon name="back" size={20} />
    </button>
  );
}

/** The cart, for users who may pay, once their permissions are loaded (PAY-01). */
function CartInHeader() {
  const navigate = useNavigate();
  const canPay = useHoldsAny([PERMISSIONS.INVOICES_PAY_INVOICES]);
  if (useAccess().status !== 'ready' || !canPay) return null;
  return <CartButton onCheckout={() => void navigate({ to: '/invoices/checkout' })} />;
}

/** Loaded after the page. Its place is kept, so that nothing moves. */
const AlertBell = lazyBeside(() => import('./later.ts').then(({ LATER }) => LATER.AlertBell));

/** The bell, for users of a customer (ALR-02). */
function BellInHeader() {
  const { selected } = useCustomers();
  if (useAccess().status !== 'ready' || selected === null) return null;
  return (
    <span className={classes.bell}>
      <Suspense fallback={null}>
        <AlertBell />
      </Suspense>
    </span>
  );
}

const MailSettingsDialog = lazyOpened(() =>
  import('#web/features/account/components/mail-settings-dialog.tsx').then(({ MailSettingsDialog }) => MailSettingsDialog),
);

/** The mail settings dialog of the account menu. Loaded when first opened. */
function MailSettingsEntry({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <MountOnceNeeded isNeeded={isOpen}>
      <MailSettingsDialog isOpen={isOpen} onClose={onClose} />
    </MountOnceNeeded>
  );
}

const RegistrationDialog = lazyOpened(() =>
  import('#web/features/registration/components/registration-dialog.tsx').then(({ RegistrationDialog }) => RegistrationDialog),
);
const NO_CUSTOMER: CustomerKey = { customerNumber: '', datasourceId: 0, globalCustomerNumber: '' };

/** The Account Registration dialog of the account menu, prefilled with the user's data (REG-07, REG-08). */
function RegistrationEntry({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
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
        // Not before the data of the selected customer is there: the form starts with it.
        isOpen={isOpen && isKnown}
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
