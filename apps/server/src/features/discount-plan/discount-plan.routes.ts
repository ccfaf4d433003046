import { getDiscountPlan } from '@yardage/contract/discount-plan';
import type { Area } from '#server/features/area';
import { discountPlanService } from './discount-plan.service.ts';

/** The discount planner (APY-09). */
export const discountPlanArea: Area = (bind, services) => {
  const plans = discountPlanService(services);
  bind(getDiscountPlan, ({ scope, query, signal }) => plans.plan(scope, query, signal));
};
