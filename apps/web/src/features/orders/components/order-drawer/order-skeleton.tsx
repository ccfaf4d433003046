import { VisuallyHidden } from '@mantine/core';
import { Skeleton, StillLoading } from '#web/patterns/skeleton.tsx';
import { ORDER_DETAIL_MESSAGES as MESSAGES } from '../../order-detail.messages.ts';
import classes from './order-drawer.module.css';

const CARDS = [
  { name: 'steps', rows: ['100%', '72%'] },
  { name: 'information', rows: ['62%', '54%', '70%', '48%'] },
  { name: 'tickets', rows: ['96%', '92%', '94%', '90%', '95%'] },
];

/** Skeleton of the drawer's key figures. */
export function FactsSkeleton() {
  return (
    <div className={classes.facts}>
      <Skeleton width={240} height={28} />
      <Skeleton height={8} />
      <Skeleton width={300} />
    </div>
  );
}

/** Skeleton of the drawer's cards, in the shape of the loaded ones. */
export function OrderSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">{MESSAGES.loading}</VisuallyHidden>
      <StillLoading />
      {CARDS.map(({ name, rows }) => (
        <div key={name} className={classes.skeleton}>
          <Skeleton width={120} />
          {rows.map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      ))}
    </>
  );
}
