import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { type ReactNode, useDeferredValue, useEffect } from 'react';
import { profileQuery } from '#web/features/account/account.api.ts';
import { AccessNotice } from '#web/features/account/components/access-notice.tsx';
import { AccountCard } from '#web/features/account/components/account-card.tsx';
import { AgingCard } from '#web/features/dashboard/components/aging-card.tsx';
import { AnnouncementsCard } from '#web/features/dashboard/components/announcements-card.tsx';
import { ContactsCard } from '#web/features/dashboard/components/contacts-card.tsx';
import { DiscountCard } from '#web/features/dashboard/components/discount-card.tsx';
import { RewardsCard } from '#web/features/dashboard/components/rewards-card.tsx';
import { useAccess } from '#web/lib/access/access.ts';
import { publicConfig } from '#web/lib/config/public-config.ts';
import { useCustomer, useCustomers } from '#web/lib/customer/customer-store.ts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { useToday } from '#web/lib/formats/use-today.ts';
import { isOfDesk, useMenu } from '#web/lib/navigation/menu.ts';
import { isPhoneBrowser, useIsNarrow } from '#web/lib/screen.ts';
import { Can } from '#web/patterns/can.tsx';
import { Card } from '#web/patterns/card.tsx';
import { Icon, type IconName } from '#web/patterns/icon.tsx';
import { Skeleton } from '#web/patterns/skeleton.tsx';
import { hasSupportContact, SupportContact } from '#web/patterns/support-contact.tsx';
import { DASHBOARD_MESSAGES } from './dashboard.messages.ts';
import classes from './dashboard-page.module.css';
import { DeliveriesCard, DeliveriesSkeleton } from './deliveries-card.tsx';
import { GlanceRow, GlanceSkeleton } from './glance-row.tsx';
import { useDashboardLinks } from './use-dashboard-links.ts';

/** Whether the dashboard was shown since the app was loaded. */
let wasShown = false;

/** The dashboard: greeting, account overview and links. Each card loads, fails and checks its permission by itself. */
export function DashboardPage() {
  const { selected } = useCustomers();
  const { status } = useAccess();
  const hasNotice = status === 'failed' || status === 'no-customer-numbers';
  const isReady = status === 'ready' && selected !== null;
  // On a phone, what is below the screen is rendered in a second step (decision 64). After Back it is rendered at once, because the router
  // restores the scroll position right after the first rendering.
  const isWhole = useDeferredValue(true, !useIsNarrow() || wasShown);
  useEffect(() => {
    wasShown = true;
  }, []);
  return (
    <div className={classes.page} data-mobile={isPhoneBrowser() || undefined}>
      <Banner>
        <Greeting />
      </Banner>
      {hasNotice ? <AccessNotice /> : null}
      {isReady ? <GlanceRow /> : status === 'loading' ? <GlanceSkeleton /> : null}
      {/* The key replaces the element when the permissions are known, so the change from the skeleton causes no layout shift. */}
      <div key={status === 'loading' ? 'skeleton' : 'cards'} className={classes.cards}>
        <div className={classes.stack}>
          {status === 'loading' ? <DeliveriesSkeleton /> : null}
          {isReady ? (
            <Can anyOf={[PERMISSIONS.ORDERS_VIEW]}>
              <DeliveriesCard />
            </Can>
          ) : null}
          {isReady ? <MoneyCards /> : null}
          {isReady && isWhole ? (
            <div className={classes.areas}>
              <AreaList />
            </div>
          ) : null}
        </div>
        {isWhole ? <SideCards isReady={isReady} /> : null}
      </div>
    </div>
  );
}

/** The second column; on a phone it is below the first. */
function SideCards({ isReady }: { isReady: boolean }) {
  const { selected } = useCustomers();
  const { status } = useAccess();
  const { data: profile } = useQuery(profileQuery());
  return (
    <div className={classes.stack}>
      {isReady ? <NewsCards /> : null}
      {status === 'loading' || profile?.isStaff || !hasSupportContact() ? null : <Support />}
      {selected && status !== 'loading' ? (
        <div className={classes.account}>
          <AccountCard customer={selected} />
        </div>
      ) : null}
    </div>
  );
}

function MoneyCards() {
  const { statementOf } = useDashboardLinks();
  return (
    <>
      <Can anyOf={[PERMISSIONS.DASHBOARD_VIEW_ACCOUNT_AGING]}>
        <AgingCard statementOf={statementOf} />
      </Can>
      <Can anyOf={[PERMISSIONS.DASHBOARD_VIEW_REWARDS]}>
        <RewardsCard />
      </Can>
    </>
  );
}

function NewsCards() {
  const { invoicesOf, planner } = useDashboardLinks();
  return (
    <>
      <Can anyOf={[PERMISSIONS.INVOICES_VIEW]}>
        <DiscountCard invoicesOf={invoicesOf} planner={planner} />
      </Can>
      <Can anyOf={[PERMISSIONS.DASHBOARD_VIEW_ANNOUNCEMENTS]}>
        <AnnouncementsCard />
      </Can>
      <Can anyOf={[PERMISSIONS.DASHBOARD_VIEW_CONTACTS]}>
        <ContactsCard />
      </Can>
    </>
  );
}

function Greeting() {
  const { data: profile, isError } = useQuery(profileQuery());
  const { selected } = useCustomers();
  return (
    <>
      <h2 className={classes.greeting}>
        {profile ? DASHBOARD_MESSAGES.greeting(profile.firstName) : isError ? DASHBOARD_MESSAGES.welcome : <GreetingSkeleton />}
      </h2>
      <p className={classes.context}>{selected ? <AccountAndDay /> : (profile?.email ?? (isError ? null : <Skeleton width={320} />))}</p>
    </>
  );
}

/** The heading's skeleton. It has hidden text, so that the heading is never empty. */
function GreetingSkeleton() {
  return (
    <>
      <VisuallyHidden>{DASHBOARD_MESSAGES.welcome}</VisuallyHidden>
      <Skeleton width={220} height={22} />
    </>
  );
}

function AccountAndDay() {
  const { displayName } = useCustomer();
  return DASHBOARD_MESSAGES.context(displayName, formatDay(useToday()));
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

/** Links to the pages that the user may open, without the desk, each with a summary. */
function AreaList() {
  const here = useLocation({ select: ({ pathname }) => pathname });
  const summaries: Readonly<Record<string, string>> = DASHBOARD_MESSAGES.summaries;
  const areas = useMenu().filter((entry) => entry.path !== here && !isOfDesk(entry));
  if (areas.length === 0) {
    return (
      <Card title={DASHBOARD_MESSAGES.areas}>
        <div className={classes.none}>
          <p className={classes.title}>{DASHBOARD_MESSAGES.noAreas}</p>
          <p className={classes.summary}>{DASHBOARD_MESSAGES.noAreasText}</p>
        </div>
      </Card>
    );
  }
  return (
    <Card title={DASHBOARD_MESSAGES.areas}>
      <ul className={classes.list}>
        {areas.map(({ path, title, icon }) => (
          <li key={path}>
            <Link to={path} className={classes.area}>
              <Icon name={icon as IconName} className={classes.icon} />
              <span className={classes.text}>
                <span className={classes.title}>{title}</span>
                <span className={classes.summary}>{summaries[path]}</span>
              </span>
              <Icon name="next" size={16} className={classes.icon} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The dashboard's header: the configured banner image or the default one, with the greeting in front (DSH-01). */
function Banner({ children }: { children: ReactNode }) {
  const { bannerUrl, platformName, showWelcomeMessage } = publicConfig().branding;
  return (
    <header className={classes.banner}>
      {bannerUrl ? (
        <img className={classes.image} src={bannerUrl} alt={DASHBOARD_MESSAGES.banner} />
      ) : (
        <BannerPicture className={classes.image} />
      )}
      <div className={classes.words}>
        {children}
        {showWelcomeMessage ? <p className={classes.welcome}>{DASHBOARD_MESSAGES.welcomeTo(platformName)}</p> : null}
      </div>
    </header>
  );
}

const WIDTH = 1200;
const HEIGHT = 160;
const GROUND = 132;

/** Columns of a building; those further away are lower and fainter: [x, height, layer]. */
const COLUMNS: readonly [number, number, 1 | 2][] = [
  [560, 36, 2],
  [620, 42, 2],
  [680, 48, 2],
  [740, 54, 2],
  [800, 60, 1],
  [860, 67, 1],
  [920, 74, 1],
];

/** The default banner: a pour on a site with columns, a pump's boom and a mixer, in the brand color. */
function BannerPicture({ className }: { className: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMaxYMax slice"
      role="img"
      aria-label={DASHBOARD_MESSAGES.banner}
    >
      <path className={classes.hill} d={`M0 ${GROUND} Q 300 70 620 108 T ${WIDTH} 80 V ${HEIGHT} H 0 Z`} />
      {COLUMNS.map(([x, height, layer]) => (
        <g key={x} className={layer === 1 ? classes.near : classes.far}>
          <rect x={x} y={GROUND - height} width={14} height={height} />
          <rect x={x - 8} y={GROUND - height - 6} width={60} height={6} />
        </g>
      ))}
      <path className={classes.boom} d={`M1108 ${GROUND - 18} L1070 58 L972 42 L944 ${GROUND - 84}`} />
      <g className={classes.truck}>
        <path d={`M1040 ${GROUND - 12} h120 v-6 h-120z`} />
        <path d={`M1136 ${GROUND - 18} v-30 h22 l12 16 v14z`} />
        <path d={`M1052 ${GROUND - 22} q-4 -22 14 -32 l46 -10 q16 0 16 18 q0 18 -16 20 l-44 6z`} />
        <circle cx={1062} cy={GROUND - 6} r={9} />
        <circle cx={1086} cy={GROUND - 6} r={9} />
        <circle cx={1148} cy={GROUND - 6} r={9} />
      </g>
      <rect className={classes.ground} y={GROUND} width={WIDTH} height={HEIGHT - GROUND} />
    </svg>
  );
}
