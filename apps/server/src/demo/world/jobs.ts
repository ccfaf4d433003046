import { ORDER_TYPE } from '@yardage/domain/orders';
import { addDays, type Day } from './calendar.ts';
import { type Product, productsOf } from './catalog.ts';
import { type Customer, isBig } from './customers.ts';
import type { Job } from './job.ts';
import { jobName } from './names.ts';
import type { Random } from './random.ts';
import { distanceKm, nearestPlant, townsServed } from './region.ts';
import { TOWNS } from './towns.ts';

/** Creates a customer's jobs. The first lasts the whole time, so that there is always one to order to. */
export function createJobs(customer: Customer, names: readonly string[], from: Day, to: Day): Job[] {
  const random = customer.random.fork('jobs');
  const totalDays = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
  return Array.from({ length: customer.plan.jobCount }, (_, index) => {
    const job = createJob(random.fork(index), customer, names[index] ?? jobName(random, customer.source.orderType));
    if (index === 0) return { ...job, from, to };
    const start = Math.floor(((index - 1) / Math.max(1, customer.plan.jobCount - 2)) * totalDays * 0.8);
    return { ...job, from: addDays(from, start), to: addDays(from, start + random.int(100, 420)) };
  });
}

function createJob(random: Random, customer: Customer, name: string): Omit<Job, 'from' | 'to'> {
  const town = random.pick(townsServed(customer.source.id));
  const { stateAbbreviation, zips, streets, ...center } = TOWNS[town];
  const place = { latitude: spread(random, center.latitude), longitude: spread(random, center.longitude) };
  const plant = nearestPlant(customer.source.id, place);
  const street = `${random.int(100, 9800)} ${random.pick<string>(streets)}`;
  const city = `${town}, ${stateAbbreviation} ${random.pick<string>(zips)}`;
  const isOneLine = customer.plan.isSmallAccount === true && random.chance(0.4);
  const isOnMap = !customer.plan.isSmallAccount || random.chance(0.5);
  const materials = productsOf(customer.source.id).filter((product) => !product.isCharge);
  return {
    name,
    number: random.maybe(0.8, () => `${random.int(22, 26)}-${random.digits(3)}`),
    poNumber: random.maybe(0.75, () => `${random.pick(['PO-', '', 'TB'])}${random.digits(5)}`),
    address1: isOneLine ? `${street}, ${city}` : street,
    address2: isOneLine ? null : city,
    latitude: isOnMap ? place.latitude : null,
    longitude: isOnMap ? place.longitude : null,
    plant,
    travelMinutes: Math.round(Math.min(42, 9 + distanceKm(plant, place) * 1.5)),
    products: random.sample(preferred(random, materials, customer), random.int(2, 4)),
    quote: null,
  };
}

/** Big customers mostly use the more expensive mixes, the others the cheaper ones. */
function preferred(random: Random, materials: Product[], customer: Customer): Product[] {
  if (customer.source.orderType !== ORDER_TYPE.concrete) return materials;
  const sorted = materials.toSorted((a, b) => a.listPrice - b.listPrice);
  if (random.chance(0.15)) return sorted.slice(5);
  return isBig(customer) ? sorted.slice(8) : sorted.slice(0, 8);
}

function spread(random: Random, degrees: number): number {
  return Number((degrees + (random.next() - 0.5) * 0.06).toFixed(6));
}

/** Returns the jobs with work on a day. */
export function jobsOn(customer: Customer, day: Day): Job[] {
  return customer.jobs.filter((job) => job.from <= day && day <= job.to);
}
