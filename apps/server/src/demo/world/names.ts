import type { OrderType } from '@yardage/domain/orders';
import type { Random } from './random.ts';

const split = (list: string): readonly string[] => list.split(', ');

const FIRST_NAMES = split(
  'Aaron, Alicia, Andre, Bethany, Brandon, Carla, Cedric, Dana, Darnell, Denise, Dwight, Elena, Ernesto, Faith, Gerald, ' +
    'Gloria, Hector, Ivy, Jamal, Janet, Jorge, Katrina, Keith, Lamar, Leticia, Marcus, Monica, Nathan, Oscar, Patrice, ' +
    'Quentin, Ramon, Rhonda, Samuel, Shawna, Terrence, Tomas, Vernon, Wanda, Yolanda',
);
const LAST_NAMES = split(
  'Abernathy, Aguilar, Barfield, Beaumont, Caldwell, Crutchfield, Dillard, Escobar, Fairchild, Gentry, Goins, Hargrove, ' +
    'Ibarra, Jernigan, Kilgore, Lockhart, Maddox, McElroy, Navarro, Oakley, Pendleton, Pruitt, Quarles, Rutledge, ' +
    'Salinas, Shackelford, Tidwell, Underwood, Villarreal, Whitmire, Yarbrough, Zamora',
);

/** A person's name. */
export interface PersonName {
  firstName: string;
  lastName: string;
}

/** Returns an invented person's name. */
export function personName(random: Random): PersonName {
  return { firstName: random.pick(FIRST_NAMES), lastName: random.pick(LAST_NAMES) };
}

/** Returns first and last name. */
export function fullName({ firstName, lastName }: PersonName): string {
  return `${firstName} ${lastName}`;
}

/** Returns a ten-digit phone number of the region; 555-0100 to 0199 are never assigned. */
export function phoneNumber(random: Random): string {
  return `${random.pick(['423', '615', '629', '706'])}55501${random.digits(2)}`;
}

const PLACES = split(
  'Riverbend, Walden Ridge, Signal Point, Cedar Glade, Stones Crossing, Harpeth Bluff, Duck Branch, Wauhatchie, ' +
    'Moccasin Bend, Lynnfield, Percy Hollow, Sulphur Fork, Ironworks, Old Mill, Hickory Flats, Copper Basin, Foxcroft, ' +
    'Limestone, Belle Grove',
);
const KINDS = {
  1: [
    'Distribution Center',
    'Medical Office Building',
    'Elementary School',
    'Parking Garage',
    'Apartments',
    'Bridge Replacement',
    'Fire Hall',
  ],
  2: ['Subdivision', 'Connector Road', 'Industrial Pad', 'Sewer Extension', 'Park and Trailhead', 'Substation'],
  3: ['Middle School Gym', 'Self Storage', 'Car Wash', 'Retaining Walls', 'Pump Station', 'Church Annex'],
} as const;
const PARTS = ['Phase I', 'Phase II', 'Building B', 'Lot 14', 'North Parcel', 'Addition'];

/** Returns a job name. */
export function jobName(random: Random, orderType: OrderType): string {
  const name = `${random.pick(PLACES)} ${random.pick(KINDS[orderType])}`;
  return random.chance(0.4) ? `${name}, ${random.pick(PARTS)}` : name;
}

const SCALE_FIRST = [
  'Alder',
  'Birch',
  'Cask',
  'Dray',
  'Elm',
  'Fen',
  'Glen',
  'Hart',
  'Kiln',
  'Lark',
  'Marl',
  'Nether',
  'Oak',
  'Quarry',
  'Thorn',
];
const SCALE_LAST = ['bury', 'cote', 'dale', 'field', 'gate', 'ham', 'holt', 'mere', 'stead', 'wick'];
const TRADES = ['Builders', 'Concrete', 'Construction', 'Contracting', 'Foundations', 'Homes', 'Paving', 'Sitework'];

/** Returns an invented company name for worlds larger than the demo. */
export function companyName(random: Random): string {
  return `${random.pick(SCALE_FIRST)}${random.pick(SCALE_LAST)} ${random.pick(TRADES)}`;
}
