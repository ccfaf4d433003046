import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { PlannedInvoiceRow } from '@yardage/contract/discount-plan';
import { typedDollars } from '@yardage/domain/money';
import { useAddSeveral } from '#web/features/carts/use-add-several.ts';
import { setIsCartOpen, useCart } from '#web/features/carts/use-cart.ts';
import { PlanForm } from '#web/features/discount-plan/components/plan-form.tsx';
import { LeftOut, PlanFigures, PlanTable } from '#web/features/discount-plan/components/plan-result.tsx';
import { WaitingCard } from '#web/features/discount-plan/components/waiting-card.tsx';
import { discountPlanQuery } from '#web/features/discount-plan/discount-plan.api.ts';
import { DISCOUNT_PLAN_MESSAGES as MESSAGES } from '#web/features/discount-plan/discount-plan.messages.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useToday } from '#web/lib/formats/use-today.ts';
import { useInvoiceLink } from '#web/lib/navigation/page-links.ts';
import { isPlainClick } from '#web/patterns/data-table/row-tab-index.ts';
import { DetailState } from '#web/patterns/detail-state.tsx';
import layout from '#web/patterns/layout.module.css';
import { StillLoading } from '#web/patterns/skeleton.tsx';
import classes from './discount-planner-page.module.css';

/** The discount planner (APY-09). The question is in the URL. */
export function DiscountPlannerPage() {
  const search = useSearch({ from: '/shell/discount-planner' });
  const { cash, day, fill } = search;
  const navigate = useNavigate();
  const customer = useCustomer();
  const today = useToday();
  const amount = typedDollars(cash);
  // A bookmark may name a day that is over.
  const asked = day && day >= today ? day : undefined;
  const query = useQuery({
    ...discountPlanQuery(customer, {
      ...(amount === undefined ? {} : { cash: amount }),
      ...(asked ? { day: asked } : {}),
      fill: fill ? 'true' : 'false',
    }),
    placeholderData: keepPreviousData,
  });
  // The plan of the question before, until the one of this question arrives.
  const isOutdated = query.isPlaceholderData;
  const { numbers } = useCart();
  const several = useAddSeveral();
  const invoiceLink = useInvoiceLink();
  const link = ({ invoiceNumber }: PlannedInvoiceRow) => (
    <a
      className={classes.invoice}
      href={invoiceLink.href(invoiceNumber)}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        invoiceLink.open(invoiceNumber);
      }}
    >
      {invoiceNumber}
    </a>
  );
  const add = (invoiceNumbers: string[]): void => several.add(invoiceNumbers, () => setIsCartOpen(true));
  return (
    <div className={layout.page}>
      <p className={layout.context}>{MESSAGES.context}</p>
      <PlanForm
        key={customer.globalCustomerNumber}
        cash={cash}
        day={asked}
        isFilled={fill}
        today={today}
        onChange={({ isFilled, ...changes }) =>
          void navigate({
            to: '/discount-planner',
            // Changes the current address, and not the rendered one: the next change may come before the last one is rendered.
            search: (before: typeof search) => ({ ...before, ...changes, ...(isFilled === undefined ? {} : { fill: isFilled }) }),
            replace: true,
          })
        }
      />
      <DetailState query={query} skeletonLines={[2, 5, 4]}>
        {(plan) => (
          <>
            {isOutdated ? <StillLoading /> : null}
            <div className={classes.plan} aria-busy={isOutdated} data-stale={isOutdated || undefined}>
              <PlanFigures plan={plan} />
              <PlanTable plan={plan} isOutdated={isOutdated} inCart={numbers} isAdding={several.isPending} onAdd={add} link={link} />
              <WaitingCard plan={plan} />
              <LeftOut plan={plan} link={link} />
            </div>
          </>
        )}
      </DetailState>
    </div>
  );
}
