import type { DiscountPlanAnswer } from '@yardage/contract/discount-plan';
import { addDays } from '@yardage/domain/dates';
import { DAY_MS } from '@yardage/domain/durations';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatAmount, formatCurrency } from '#web/lib/formats/number-format.ts';
import { Card } from '#web/patterns/card.tsx';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { DISCOUNT_PLAN_MESSAGES as MESSAGES } from '../discount-plan.messages.ts';
import classes from './discount-plan.module.css';

type Step = DiscountPlanAnswer['waiting'][number];

/** The discount that the same cash keeps if the payment waits: as a step line and as figures. */
export function WaitingCard({ plan: { waiting, today, day } }: { plan: DiscountPlanAnswer }) {
  const atOnce = waiting[0]?.discountAmount ?? 0;
  /** The days from a step to the next. */
  const span = ({ day: first }: Step): string => {
    const next = waiting.find((step) => step.day > first);
    if (!next) return MESSAGES.from(formatDay(first));
    const last = addDays(next.day, -1);
    if (first === last) return formatDay(first);
    return first === today ? MESSAGES.todayOrLater(formatDay(last)) : MESSAGES.span(formatDay(first), formatDay(last));
  };
  return (
    <Card title={MESSAGES.waiting}>
      {atOnce > 0 ? (
        <>
          <p className={classes.lead}>{MESSAGES.waitingHint}</p>
          <StepLine waiting={waiting} day={day} />
        </>
      ) : null}
      <LineTable
        label={MESSAGES.waiting}
        lines={atOnce > 0 ? waiting : []}
        emptyText={MESSAGES.waitingNone}
        columns={[
          { header: MESSAGES.payOn, value: span },
          { header: MESSAGES.keptColumn, value: ({ discountAmount }) => formatAmount(discountAmount), isNumber: true },
          { header: MESSAGES.lostColumn, value: ({ lostAmount }) => formatAmount(lostAmount), isNumber: true },
        ]}
        card={(step) => ({
          title: span(step),
          result: formatCurrency(step.discountAmount),
          details: step.lostAmount > 0 ? [`${MESSAGES.lost}: ${formatCurrency(step.lostAmount)}`] : [],
        })}
      />
    </Card>
  );
}

const WIDTH = 600;
const HEIGHT = 120;
/** Days shown after the last discount is lost. */
const AFTER_DAYS = 2;

/** The discount by day. The table below it has the figures. */
function StepLine({ waiting, day }: { waiting: readonly Step[]; day: string }) {
  const [first] = waiting;
  const last = waiting.at(-1);
  if (!first || !last) return null;
  const daysTo = (to: string): number => (Date.parse(to) - Date.parse(first.day)) / DAY_MS;
  const end = Math.max(daysTo(last.day), daysTo(day)) + AFTER_DAYS;
  const x = (to: string): number => (daysTo(to) / end) * WIDTH;
  const y = (amount: number): number => HEIGHT - (amount / first.discountAmount) * HEIGHT;
  const line = waiting.map(
    (step, index) => `${index === 0 ? 'M0' : `H${x(step.day)}V`}${index === 0 ? ` ${y(step.discountAmount)}` : y(step.discountAmount)}`,
  );
  const path = `${line.join('')}H${WIDTH}`;
  return (
    <figure className={classes.chart}>
      <span className={classes.chartTop}>{formatCurrency(first.discountAmount)}</span>
      <svg
        viewBox={`0 -4 ${WIDTH} ${HEIGHT + 8}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={MESSAGES.chart(formatCurrency(first.discountAmount))}
      >
        <path className={classes.chartArea} d={`${path}V${HEIGHT}H0Z`} />
        <path className={classes.chartLine} d={path} />
        <path className={classes.chartDay} d={`M${x(day)} 0V${HEIGHT}`} />
      </svg>
      <figcaption>
        <span>{formatDay(first.day)}</span>
        <span>{formatDay(addDays(first.day, end))}</span>
      </figcaption>
    </figure>
  );
}
