import { Button } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { wordsOf } from '#web/features/pour/board.ts';
import { PourBoard } from '#web/features/pour/components/pour-board.tsx';
import { POUR_MESSAGES as MESSAGES } from '#web/features/pour/pour.messages.ts';
import { Notice } from '#web/patterns/notice.tsx';
import classes from './pour-page.module.css';

/** The pour board of one order on a page of its own. */
export function PourPage() {
  const { order, display } = useSearch({ from: '/shell/orders/pour' });
  if (order === undefined) return <Notice kind="info" title={MESSAGES.chooseOrder} action={<ToOrders />} />;
  const isWall = display === 'wall';
  return (
    <div className={isWall ? classes.wall : classes.page} data-wall-display={isWall || undefined}>
      <PourBoard
        key={order}
        orderId={order}
        isWall={isWall}
        actions={() => (
          <Button
            component={Link}
            to="/orders/pour"
            search={(isWall ? { order } : { order, display: 'wall' }) as never}
            variant={isWall ? 'subtle' : 'default'}
          >
            {isWall ? MESSAGES.leaveWall : MESSAGES.wall}
          </Button>
        )}
      />
    </div>
  );
}

function ToOrders() {
  return (
    <Button component={Link} to="/orders" variant="default">
      {MESSAGES.toOrders}
    </Button>
  );
}

/** The pour board in the order drawer, with the way to its own page. */
export function PourTab({ orderId }: { orderId: number }) {
  const toPage = (order: { orderType: number }) => (
    <Button component={Link} to="/orders/pour" search={{ order: orderId } as never} variant="default">
      {wordsOf(order).open}
    </Button>
  );
  return <PourBoard orderId={orderId} actions={toPage} isInPanel />;
}
