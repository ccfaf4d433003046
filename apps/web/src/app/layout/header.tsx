import { useMatches } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccess } from '#web/lib/access/access.ts';
import { toggleSidebar, useIsSidebarOpen } from '#web/lib/navigation/sidebar-store.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { AccountMenu } from './account-menu.tsx';
import { BackButton } from './back-button.tsx';
import { CartInHeader } from './cart-in-header.tsx';
import { CustomerSelector } from './customer-selector.tsx';
import classes from './header.module.css';
import { LAYOUT_MESSAGES } from './layout.messages.ts';
import { MailSettingsEntry } from './mail-settings-entry.tsx';
import { RegistrationEntry } from './registration-entry.tsx';

interface HeaderProps {
  /** Id of the title, which labels the page's content. */
  titleId: string;
  onOpenMenu: () => void;
}

/** Page title, back button, customer selector, cart and account menu (SHL-17 to SHL-19, PAY-02). */
export function Header({ titleId, onOpenMenu }: HeaderProps) {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.page?.title() ?? '' });
  const { status } = useAccess();
  const isSidebarOpen = useIsSidebarOpen();
  const [isRegistering, setIsRegistering] = useState(false);
  const [isChoosingMails, setIsChoosingMails] = useState(false);
  return (
    <header className={classes.header}>
      <button type="button" className={classes.menu} aria-label={LAYOUT_MESSAGES.openMenu} onClick={onOpenMenu}>
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
        <h1 className={classes.title} id={titleId}>
          {title}
        </h1>
        <CustomerSelector />
      </div>
      <div className={classes.tools} data-loading={status === 'loading' || undefined}>
        <CartInHeader />
        <AccountMenu onRegister={() => setIsRegistering(true)} onMailSettings={() => setIsChoosingMails(true)} />
      </div>
      <MailSettingsEntry isOpen={isChoosingMails} onClose={() => setIsChoosingMails(false)} />
      <RegistrationEntry isOpen={isRegistering} onClose={() => setIsRegistering(false)} />
    </header>
  );
}
