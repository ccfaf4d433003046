import { ALERT_FAULT, tortureAlerts } from './alerts.ts';
import { CLOCK_FAULT, tortureClock } from './clock.ts';
import { DELIVERY_FAULT, tortureDeliveries } from './deliveries.ts';
import { DISK_FAULT, tortureDisk } from './disk.ts';
import { OUTAGE_FAULT, tortureOutage } from './outage.ts';
import { OVERLOAD_FAULT, tortureOverload } from './overload.ts';
import { PAYMENT_FAULT, torturePayments } from './payments.ts';
import type { Fault, Ground, Report, TortureOptions } from './torture.ts';
import { tortureUpgrade, UPGRADE_FAULT } from './upgrade.ts';

/** A part of the torture, with the fault that it must find. */
export interface Part {
  title: string;
  fault: Fault;
  run(ground: Ground, options: TortureOptions): Promise<Report>;
}

/** The parts by the name that `npm run torture -- NAME` takes, the most important first. */
export const PARTS: Readonly<Record<string, Part>> = {
  payments: {
    title: 'People pay in every way while two web processes and two workers are killed',
    fault: PAYMENT_FAULT,
    run: torturePayments,
  },
  outage: {
    title: 'The database is away for a minute while people read and write',
    fault: OUTAGE_FAULT,
    run: tortureOutage,
  },
  disk: {
    title: 'The disks of the tables and of the write-ahead log are full while people pay and write',
    fault: DISK_FAULT,
    run: tortureDisk,
  },
  deliveries: {
    title: 'Requests, sign-offs, records, mails, webhooks and the feed of events while processes are killed',
    fault: DELIVERY_FAULT,
    run: tortureDeliveries,
  },
  alerts: {
    title: 'The alerts of a day, with restarts of the workers',
    fault: ALERT_FAULT,
    run: tortureAlerts,
  },
  clock: {
    title: 'Planned payments on the days on which the clocks change, with kills at their moment',
    fault: CLOCK_FAULT,
    run: tortureClock,
  },
  overload: {
    title: 'Three times as many calls as can be answered, and clients that read nothing',
    fault: OVERLOAD_FAULT,
    run: tortureOverload,
  },
  upgrade: {
    title: 'A filled database of the first release is upgraded by processes that are killed in the middle',
    fault: UPGRADE_FAULT,
    run: tortureUpgrade,
  },
};
