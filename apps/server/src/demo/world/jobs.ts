import type { Cents } from '@yardage/domain/money';
import { addDays, type Day } from './calendar.ts';
import { type Product, productsOf } from './catalog.ts';
import type { Customer } from './customers.ts';
import { jobName } from './names.ts';
import type { Random } from './random.ts';
import { distanceKm, nearestPlant, type Plant, townsServed } from './region.ts';
import { TOWNS } from './towns.ts';

/** The prices promised for a job. */
export interface Quote {
  id: number;
  quoteNumber: string;
  startDate: Day;
  terminationDate: Day | null;
  prices: ReadonlyMap<number, Cents>;
  /** Added to each price from a year after the start. */
  priceAdjustment: Cents | null;
}

/** A place that a customer orders to, for as long as there is work. */
export interface Job {
  name: string;
  number: string | null;
  poNumber: string | null;
  address1: string;
  address2: string | null;
  /** Empty where nobody has placed the job on the map. */
  latitude: number | null;
  longitude: number | null;
  plant: Plant;
  travelMinutes: number;
  from: Day;
  to: Day;
  products: Product[];
  quote: Quote | null;
}

/** Makes a customer's jobs; the first lasts all the time, so that there is always one to order to. */
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

/** Big customers build with the dearer half of the catalog, small ones with the plain half. */
function preferred(random: Random, materials: Product[], customer: Customer): Product[] {
  if (customer.source.orderType !== 1) return materials;
  const sorted = materials.toSorted((a, b) => a.listPrice - b.listPrice);
  const isBig = customer.plan.yearlySales > 5_000_000;
  const half = isBig ? sorted.slice(6) : sorted.slice(0, 8);
  return random.chance(0.15) ? sorted : half;
}

function spread(random: Random, degrees: number): number {
  return Number((degrees + (random.next() - 0.5) * 0.06).toFixed(6));
}

/** The jobs with work on a day. */
export function jobsOn(customer: Customer, day: Day): Job[] {
  return customer.jobs.filter((job) => job.from <= day && day <= job.to);
}
