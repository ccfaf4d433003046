import type { Discount } from '#web/features/dashboard/components/discount-card.tsx';
import type { LinkTarget } from '#web/features/dashboard/components/query-card.tsx';
import { useToday } from '#web/lib/formats/use-today.ts';
import { useCanOpen } from '#web/lib/navigation/menu.ts';

/** Returns the links of the dashboard's figures: for each the first page that exists and that the user may open. */
export function useDashboardLinks() {
  const canOpen = useCanOpen();
  const today = useToday();
  const first = (...targets: LinkTarget[]): LinkTarget | null => targets.find(({ to }) => canOpen(to)) ?? null;
  const todayOnly = { from: today, to: today };
  const unpaid: LinkTarget = { to: '/invoices', search: { status: 'Unpaid' } };
  return {
    ordersToday: first({ to: '/orders', search: todayOnly }),
    order: (orderId: number) => first({ to: '/orders', search: { order: orderId } }),
    trucks: first({ to: '/truck-tracking' }, { to: '/tickets', search: todayOnly }),
    unpaid: first(unpaid),
    planner: first({ to: '/discount-planner' }),
    /** All open invoices including pending ones, so that the list adds up to the balance. */
    balance: first({ to: '/invoices', search: { status: 'All', due: 'open' } }, { to: '/statements' }),
    statementOf: (statementDate: string) => first({ to: '/statements', search: { statement: statementDate } }),
    /** The unpaid invoices whose discount ends on one day, found by the range of their document dates. */
    invoicesOf: ({ firstDocumentDate, lastDocumentDate }: Discount) =>
      first({ to: '/invoices', search: { status: 'Unpaid', from: firstDocumentDate, to: lastDocumentDate } }),
  };
}
