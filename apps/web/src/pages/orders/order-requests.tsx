import { Link, useNavigate } from '@tanstack/react-router';
import { OrderChanges } from '#web/features/order-requests/components/order-changes.tsx';

/** The changes that can be requested for an order, with the ways to the page of requests (REQ-03, REQ-04). */
export function OrderRequests({ orderId, startsAt }: { orderId: number; startsAt: string }) {
  const navigate = useNavigate();
  return (
    <OrderChanges
      key={orderId}
      orderId={orderId}
      startsAt={startsAt}
      onRepeat={() => void navigate({ to: '/requests', search: { repeat: orderId } as never })}
      requestLink={(request, text) => (
        <Link to="/requests" search={{ request } as never}>
          {text}
        </Link>
      )}
    />
  );
}
