import '@mantine/core/styles.layer.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { focusPage } from '#web/lib/navigation/focus-page.ts';
import { useIsSidebarOpen } from '#web/lib/navigation/sidebar-store.ts';
import { currentView } from '#web/lib/session/view-as.ts';
import { queryClient } from '../query.ts';
import { watchSessionExpiry } from '../session-expiry.ts';
import { AccessGate } from './access-gate.tsx';
import { AccessProvider } from './access-provider.tsx';
import { ChatDockEntry } from './chat-dock-entry.tsx';
import { DeskBellEntry } from './desk-bell-entry.tsx';
import { Header } from './header.tsx';
import { LAYOUT_MESSAGES } from './layout.messages.ts';
import { LiveRecordsEntry } from './live-records-entry.tsx';
import { MenuDrawer } from './menu-drawer.tsx';
import { PaymentEntry } from './payment-entry.tsx';
import { PermissionIndicator } from './permission-indicator.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { UnsavedInputGuard } from './unsaved-input-guard.tsx';

/** Only staff need it, so it is loaded on demand. */
const ViewBanner = lazy(() => import('./view-banner.tsx').then(({ ViewBanner }) => ({ default: ViewBanner })));
const TITLE_ID = 'page-title';

/** The layout of every signed-in page: sidebar, header and the page. */
export function Shell() {
  const router = useRouter();
  // Runs before the first query below is created; an effect would be too late.
  useState(() => watchSessionExpiry(router));
  return (
    <QueryClientProvider client={queryClient}>
      <AccessProvider>
        <Frame />
      </AccessProvider>
    </QueryClientProvider>
  );
}

function Frame() {
  const isSidebarOpen = useIsSidebarOpen();
  const [isViewing] = useState(() => currentView() !== null);
  const [menu, setMenu] = useState<'closed' | 'open' | 'left'>('closed');
  const pathname = useRouterState({ select: (state) => state.location.pathname });

  // On a phone the menu covers the page, so it closes when the page changes. The focus then goes to the new page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the path closes the menu
  useEffect(() => setMenu('left'), [pathname]);

  return (
    <div className={classes.frame} data-sidebar={isSidebarOpen ? 'open' : 'rail'} data-viewing={isViewing || undefined}>
      <button type="button" className={classes.skip} onClick={focusPage}>
        {LAYOUT_MESSAGES.skip}
      </button>
      <Sidebar isRail={!isSidebarOpen} />
      <MenuDrawer isOpen={menu === 'open'} isLeft={menu === 'left'} onClose={() => setMenu('closed')} onChoose={() => setMenu('left')} />
      <div className={classes.column}>
        {isViewing ? (
          <Suspense fallback={<div className={classes.banner} />}>
            <ViewBanner />
          </Suspense>
        ) : null}
        <Header titleId={TITLE_ID} onOpenMenu={() => setMenu('open')} />
        <PermissionIndicator />
        <main className={classes.page} tabIndex={-1} aria-labelledby={TITLE_ID}>
          <AccessGate />
        </main>
        <ChatDockEntry />
        <DeskBellEntry />
        <PaymentEntry />
        <LiveRecordsEntry />
        <UnsavedInputGuard />
      </div>
    </div>
  );
}
