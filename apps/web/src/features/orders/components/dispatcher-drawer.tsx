import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OrderDetail } from '@yardage/contract/orders';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { useState } from 'react';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { publicConfig } from '#web/lib/config/public-config.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Bone } from '#web/patterns/bone.tsx';
import { Card } from '#web/patterns/card.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import { SideDrawer } from '#web/patterns/side-drawer/side-drawer.tsx';
import { useLast } from '#web/patterns/side-drawer/use-last.ts';
import { orderQuery } from '../api/get-order.ts';
import { ORDER_DETAIL_MESSAGES as WORDS } from '../order-detail.messages.ts';
import classes from './dispatcher-drawer.module.css';
import { joinAddress } from './order-drawer/order-information.ts';

interface DispatcherDrawerProps {
  /** None while the drawer is closed; leave it mounted, so that it can close gently and give the focus back. */
  orderId: number | undefined;
  onClose: () => void;
}

/** The way to the dispatcher about an order, for those with DISPATCHER_CHAT_VIEW (ORD-20). */
export function DispatcherDrawer({ orderId, onClose }: DispatcherDrawerProps) {
  const canChat = useHoldsAny([PERMISSIONS.DISPATCHER_CHAT_VIEW]);
  const isOpen = Boolean(orderId) && canChat;
  const shownId = useLast(orderId || undefined);
  const { data: order, isError, refetch } = useQuery({ ...orderQuery(useCustomer(), shownId ?? 0), enabled: isOpen });
  return (
    <SideDrawer
      kind="chat"
      isOpen={isOpen}
      onClose={onClose}
      title={WORDS.dispatch}
      context={order ? WORDS.title(order.orderNumber) : null}
    >
      <div className={classes.sections}>
        <p className={classes.intro}>{WORDS.dispatchText}</p>
        {isError && !order ? (
          <Notice
            kind="failure"
            title={WORDS.detailFailedInPanel}
            action={
              <Button variant="default" onClick={() => void refetch()}>
                {WORDS.retry}
              </Button>
            }
          />
        ) : null}
        <Ways order={order} />
        <About order={order} isMissing={isError && !order} />
      </div>
    </SideDrawer>
  );
}

function Ways({ order }: { order: OrderDetail | undefined }) {
  const { supportPhone, supportEmail } = publicConfig().branding;
  const lines = useOrderLines(order);
  const mail = order
    ? `mailto:${supportEmail}?subject=${encodeURIComponent(WORDS.mailSubject(order.orderNumber, order.job))}&body=${encodeURIComponent(`${textOf(lines)}\r\n\r\n`)}`
    : `mailto:${supportEmail}`;
  return (
    <div className={classes.ways}>
      {supportPhone ? (
        <Way icon="phone" href={`tel:${supportPhone.replace(/[^\d+]/g, '')}`} label={WORDS.call} detail={supportPhone} />
      ) : null}
      {supportEmail ? <Way icon="mail" href={mail} label={WORDS.write} detail={supportEmail} /> : null}
    </div>
  );
}

function Way({ icon, href, label, detail }: { icon: 'phone' | 'mail'; href: string; label: string; detail: string }) {
  return (
    <a className={classes.way} href={href}>
      <Icon name={icon} size={20} />
      <span>
        <span className={classes.wayLabel}>{label}</span>
        <span className={classes.wayDetail}>{detail}</span>
      </span>
    </a>
  );
}

function About({ order, isMissing }: { order: OrderDetail | undefined; isMissing: boolean }) {
  const lines = useOrderLines(order);
  const [isCopied, setIsCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(textOf(lines));
      setIsCopied(true);
    } catch {
      toasts.show({ kind: 'info', title: WORDS.copyFailed });
    }
  };
  if (isMissing) return null;
  const button = (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={<Icon name={isCopied ? 'check' : 'copy'} size={16} />}
      disabled={!order}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{isCopied ? WORDS.copied : WORDS.copy}</span>
    </Button>
  );
  return (
    <Card title={WORDS.aboutOrder} aside={button}>
      <dl className={classes.lines}>
        {lines.map(([label, value]) => (
          <div key={label} className={classes.line}>
            <dt>{label}</dt>
            <dd>{order ? value : <Bone width={180} />}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** What dispatch asks for first. */
function useOrderLines(order: OrderDetail | undefined): [string, string][] {
  const { dateTime } = useFormats();
  return [
    [WORDS.order, order?.orderNumber ?? ''],
    [WORDS.job, order?.job ?? ''],
    [WORDS.jobAddress, order ? joinAddress(order) : ''],
    [WORDS.startTime, dateTime(order?.startTime)],
  ];
}

function textOf(lines: [string, string][]): string {
  return lines.map(([label, value]) => `${label}: ${value}`).join('\r\n');
}
