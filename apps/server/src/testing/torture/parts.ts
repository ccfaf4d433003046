import { PAYMENT_FAULT, torturePayments } from './payments.ts';
import type { Fault, Ground, Order, Report } from './torture.ts';

/** A part of the torture, with the fault that it must find. */
export interface Part {
  title: string;
  fault: Fault;
  run(ground: Ground, order: Order): Promise<Report>;
}

/** The parts by the name that `npm run torture -- NAME` takes, the most important first. */
export const PARTS: Readonly<Record<string, Part>> = {
  payments: {
    title: 'People pay in every way while two web processes and two workers are killed',
    fault: PAYMENT_FAULT,
    run: torturePayments,
  },
};
