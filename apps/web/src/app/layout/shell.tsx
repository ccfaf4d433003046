import '../theme/components.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { type ReactNode, Suspense, type SyntheticEvent, useDeferredValue, useEffect, useLayoutEffect, useState } from 'react';
import { useUserLanguage } from '#web/features/account/use-user-language.ts';
import { useDockedChats } from '#web/features/chat/dock-store.ts';
import { useHasAttempts } from '#web/features/payments/payment-attempts.ts';
import { useAccess, useHoldsAny, useMayUseDesk } from '#web/lib/access/access.ts';
import { useCustomers } from '#web/lib/customer/customer-store.ts';
import { endStartOfLayout } from '#web/lib/end-start.ts';
import { lazyBeside } from '#web/lib/lazy-beside.ts';
import { useIsSidebarOpen } from '#web/lib/navigation/menu.ts';
import { focusPage, focusPageIfWanted } from '#web/lib/navigation/page-title.ts';
import { isOffline } from '#web/lib/offline/connection.ts';
import { currentView } from '#web/lib/session/view-as.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { refuseOfflineClick } from '#web/patterns/needs-connection.ts';
import { queryClient } from '../query.ts';
import { watchSessionExpiry } from '../session-end.ts';
import { AccessGate, AccessProvider } from './access-provider.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { Header } from './header.tsx';
import { LAYOUT_MESSAGES } from './layout.messages.ts';
import { OFFLINE_MESSAGES } from './offline.messages.ts';
import { PermissionIndicator } from './permission-indicator.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { UnsavedInputGuard } from './unsaved-input-guard.tsx';

/** Only staff need it, so it is loaded on demand. */
const ViewBanner = lazyBeside(() => import('./view-banner.tsx').then(({ ViewBanner }) => ViewBanner));
const TITLE_ID = 'page-title';

/** The layout of every signed-in page: sidebar, header and the page. */
export function Shell() {
  const router = useRouter();
  // Runs before the first query below is created; an effect would be too late.
  useState(() => watchSessionExpiry(router));
  return (
    <QueryClientProvider client={queryClient}>
      <AccessProvider>
        <GradualFrame />
      </AccessProvider>
    </QueryClientProvider>
  );
}

/** How long the layout waits for the answers about the access. */
const ACCESS_WITHIN_MS = 300;

/**
 * Renders the layout in small steps (decision 64), after the first render has started the requests about the access. Their answers are usually
 * on their way since the first script of the page (decision 52); one that arrived amid the steps would make React begin them again (decision 80).
 */
function GradualFrame() {
  const isKnown = useAccess().status !== 'loading';
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), ACCESS_WITHIN_MS);
    return () => clearTimeout(timer);
  }, []);
  const isStarted = useDeferredValue(isKnown || isLate, false);
  return isStarted ? <Frame /> : null;
}

function Frame() {
  useUserLanguage();
  useLayoutEffect(() => {
    endStartOfLayout();
    focusPageIfWanted();
  }, []);
  const isSidebarOpen = useIsSidebarOpen();
  const [isViewing] = useState(() => currentView() !== null);
  const [menu, setMenu] = useState<'closed' | 'open' | 'navigated'>('closed');
  const pathname = useRouterState({ select: (state) => state.location.pathname });

  // On a phone the menu covers the page, so it closes when the page changes. The focus then goes to the new page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the path closes the menu
  useEffect(() => setMenu((before) => (before === 'open' ? 'navigated' : before)), [pathname]);

  return (
    <div
      className={classes.frame}
      data-sidebar={isSidebarOpen ? 'open' : 'rail'}
      data-viewing={isViewing || undefined}
      onClickCapture={refuseOfflineClick}
      onSubmitCapture={refuseOffline}
    >
      <button type="button" className={classes.skip} onClick={focusPage}>
        {LAYOUT_MESSAGES.skip}
      </button>
      <Sidebar isRail={!isSidebarOpen} />
      <MountOnceNeeded isNeeded={menu === 'open'}>
        <MenuDrawer
          isOpen={menu === 'open'}
          isClosedByNavigation={menu === 'navigated'}
          onClose={() => setMenu('closed')}
          onChoose={() => setMenu('navigated')}
        />
      </MountOnceNeeded>
      <div className={classes.column}>
        {isViewing ? (
          <Suspense fallback={<div className={classes.banner} />}>
            <ViewBanner />
          </Suspense>
        ) : null}
        <Header titleId={TITLE_ID} isMenuOpen={menu === 'open'} onOpenMenu={() => void openMenu(() => setMenu('open'))} />
        <PermissionIndicator />
        <ConnectionBar />
        <Late>
          <UnsentBar />
        </Late>
        <main className={classes.page} tabIndex={-1} aria-labelledby={TITLE_ID}>
          <AccessGate />
        </main>
        <ChatDockEntry />
        <DeskBellEntry />
        <PaymentEntry />
        <LiveRecordsEntry />
        <Late>
          <OfflineEntry />
        </Late>
        <UnsavedInputGuard />
      </div>
    </div>
  );
}

/**
 * Without a connection a form is not sent: the input stays and a toast says why. Events reach the layout from dialogs and drawers, too.
 * Forms that work offline, such as the chat's, say so with `data-offline-ok`.
 */
function refuseOffline(event: SyntheticEvent<HTMLElement>): void {
  const form = event.target;
  if (!isOffline() || !(form instanceof HTMLFormElement) || form.dataset.offlineOk !== undefined) return;
  event.preventDefault();
  event.stopPropagation();
  toasts.show({ kind: 'info', title: OFFLINE_MESSAGES.offline, message: OFFLINE_MESSAGES.notSent });
}

const DeskBell = lazyBeside(() => import('#web/features/desk-chats/components/desk-bell.tsx').then(({ DeskBell }) => DeskBell));

/** The bell of the dispatch desk, on every page of staff who answer chats. */
function DeskBellEntry() {
  const isDispatcher = useMayUseDesk('chats');
  return (
    <MountOnceNeeded isNeeded={isDispatcher}>
      <DeskBell />
    </MountOnceNeeded>
  );
}

const LiveRecords = lazyBeside(() => import('./later.ts').then(({ LATER }) => LATER.LiveRecords));

/** Keeps what the page shows up to date. Loaded once the page is shown. */
function LiveRecordsEntry() {
  const { selected } = useCustomers();
  const isReady = useAccess().status === 'ready';
  return (
    <MountOnceNeeded isNeeded={isReady && selected !== null}>
      {selected && <LiveRecords globalCustomerNumber={selected.globalCustomerNumber} />}
    </MountOnceNeeded>
  );
}

const MenuDrawer = lazyOpened(() => import('./later.ts').then(({ LATER }) => LATER.MenuDrawer));
/** If loading the menu takes longer, it is not opened: it would cover what the user is doing by then. */
const MENU_WITHIN_MS = 2000;

/** Opens the menu once it is loaded. It usually is: every page loads it after its own content. */
async function openMenu(open: () => void): Promise<void> {
  const askedAtMs = performance.now();
  try {
    await import('./later.ts');
    if (performance.now() - askedAtMs < MENU_WITHIN_MS) open();
  } catch {
    toasts.show({ kind: 'info', title: OFFLINE_MESSAGES.offline });
  }
}

const OfflineEntry = lazyBeside(() => import('./later.ts').then(({ LATER }) => LATER.OfflineEntry));
const UnsentBar = lazyBeside(() => import('./later.ts').then(({ LATER }) => LATER.UnsentBar));

/** Delay after the page is shown, so that offline preparation does not compete with its first requests. */
const LATE_MS = 4000;

/** Mounts what is for times without a connection a while after the access data is ready. */
function Late({ children }: { children: ReactNode }) {
  const { status } = useAccess();
  // Also without an account: what an earlier user, or a withdrawn account, left on the device is removed or shown.
  const isReady = status !== 'loading' && status !== 'failed';
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isReady) return;
    const timer = setTimeout(() => setIsLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, [isReady]);
  return <MountOnceNeeded isNeeded={isLate}>{children}</MountOnceNeeded>;
}

const ResumePayments = lazyBeside(() => import('#web/pages/checkout/payment-endings.tsx').then(({ ResumePayments }) => ResumePayments));

/** Resumes payments whose outcome is unknown, on every page. Loaded once there is one. */
function PaymentEntry() {
  const hasAttempts = useHasAttempts();
  if (useAccess().status !== 'ready') return null;
  return (
    <MountOnceNeeded isNeeded={hasAttempts}>
      <ResumePayments />
    </MountOnceNeeded>
  );
}

const ChatDock = lazyBeside(() => import('#web/features/chat/components/chat-dock.tsx').then(({ ChatDock }) => ChatDock));

/** Minimised chats on every page. Loaded once there is one. */
function ChatDockEntry() {
  const { selected } = useCustomers();
  const chats = useDockedChats(selected);
  const canChat = useHoldsAny([PERMISSIONS.DISPATCHER_CHAT_VIEW]);
  if (!selected || !canChat) return null;
  return (
    <MountOnceNeeded isNeeded={chats.length > 0}>
      <ChatDock chats={chats} />
    </MountOnceNeeded>
  );
}
