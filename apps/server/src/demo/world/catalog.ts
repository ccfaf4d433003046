import type { Cents } from '@yardage/domain/money';
import { ORDER_TYPE, type OrderType } from '@yardage/domain/orders';
import type { priceListItems, priceLists, products } from '#server/database/tables/catalog';
import { DATA_SOURCES, type DataSource } from './region.ts';

/** A product with its table's columns, its list price and its usages. */
export interface Product {
  id: number;
  dataSourceId: number;
  number: string;
  description: string;
  orderType: OrderType;
  unitOfMeasure: string;
  isCharge: boolean;
  isEnvironmentalCharge: boolean;
  slump: string | null;
  piecesPerPallet: number | null;
  listPrice: Cents;
  usages: readonly string[];
}

type Material = [number: string, description: string, listPrice: Cents, usages: string[], slump?: string];
type Charge = [number: string, description: string, listPrice: Cents, unitOfMeasure: string];

const CONCRETE: Material[] = [
  ['3000NA', '3000 PSI NON-AIR', 15_200, ['Footings', 'Block fill', 'Grade beams'], '4'],
  ['3500AE', '3500 PSI AIR ENTRAINED', 15_900, ['Driveways', 'Sidewalks', 'Curb and gutter'], '4'],
  ['4000NA', '4000 PSI INTERIOR SLAB, NON-AIR', 16_400, ['Slab on grade', 'Warehouse floor'], '5'],
  ['4000AE', '4000 PSI AIR ENTRAINED 3/4 STONE', 16_900, ['Truck court', 'Paving', 'Dock aprons'], '4'],
  ['4500PM', '4500 PSI PUMP MIX', 17_600, ['Elevated deck', 'Slab on metal deck', 'Stairs'], '5.5'],
  ['5000HE', '5000 PSI HIGH EARLY', 18_900, ['Tilt-up panels', 'Pavement patches'], '5'],
  ['6000MC', '6000 PSI MASS CONCRETE, 40 PCT SLAG', 21_800, ['Mat foundation', 'Pile caps', 'Pier footings'], '6'],
  ['8000SC', '8000 PSI SELF-CONSOLIDATING', 28_900, ['Columns', 'Shear walls'], '24 spread'],
  ['BDHPC', 'BRIDGE DECK HPC W/ MICROSILICA', 29_800, ['Bridge deck', 'Approach slab'], '6'],
  ['DSHAFT', 'DRILLED SHAFT 5000 PSI, RETARDED', 24_600, ['Drilled shafts', 'Secant piles'], '8'],
  ['FLOWFL', 'FLOWABLE FILL, EXCAVATABLE', 9_800, ['Utility trench', 'Abandoned pipe fill']],
  ['GROUT30', 'MASONRY GROUT 3000 PSI, PEA GRAVEL', 17_100, ['CMU cells', 'Bond beams'], '9'],
];
const CONCRETE_CHARGES: Charge[] = [
  ['ENVCON', 'ENVIRONMENTAL CHARGE', 1_500, 'LD'],
  ['FUELCON', 'FUEL SURCHARGE', 1_850, 'LD'],
  ['FIBER', 'MACRO FIBER 4 LB', 1_150, 'CY'],
  ['HOTWTR', 'WINTER SERVICE, HOT WATER', 500, 'CY'],
  ['SHORTLD', 'SHORT LOAD CHARGE', 15_000, 'LD'],
];
const AGGREGATES: Material[] = [
  ['57LS', '#57 LIMESTONE, WASHED', 2_950, ['Drainage', 'Pipe bedding']],
  ['CRUSHRUN', 'CRUSHER RUN, DENSE GRADED BASE', 2_380, ['Building pad', 'Haul road', 'Parking lot base']],
  ['PUGMIX', 'PUG MILL MIX, TYPE A GRADING D', 2_540, ['Road base', 'Shoulders']],
  ['4LS', '#4 LIMESTONE', 2_860, ['Construction entrance', 'French drain']],
  ['RIPRAPB', 'RIP-RAP CLASS B', 4_250, ['Slope protection', 'Outfall']],
  ['MANSAND', 'MANUFACTURED SAND', 2_620, ['Pipe bedding', 'Sports field']],
];
const AGGREGATE_CHARGES: Charge[] = [
  ['ENVAGG', 'ENVIRONMENTAL CHARGE', 600, 'LD'],
  ['HAUL', 'HAULING', 840, 'TN'],
];
const BLOCK: Material[] = [
  ['CMU8', '8X8X16 STANDARD BLOCK', 219, ['Exterior walls', 'Stem walls']],
  ['CMU12', '12X8X16 STANDARD BLOCK', 318, ['Foundation walls']],
  ['CMU8LW', '8X8X16 LIGHTWEIGHT BLOCK', 246, ['Interior partitions']],
  ['SPLIT8', '8X8X16 SPLIT FACE, BUFF', 412, ['Facade']],
  ['BOND8', '8X8X16 BOND BEAM', 264, ['Bond beams', 'Lintels']],
  ['SEGWALL', 'SEGMENTAL RETAINING WALL UNIT, SLATE', 689, ['Retaining wall']],
];
const BLOCK_CHARGES: Charge[] = [
  ['ENVBLK', 'ENVIRONMENTAL CHARGE', 900, 'LD'],
  ['BOOM', 'BOOM TRUCK DELIVERY', 9_500, 'LD'],
];

/** All block of the demo stands on pallets of the same size. */
export const BLOCKS_ON_A_PALLET = 90;
const UNITS = { 1: 'CY', 2: 'TN', 3: 'EA' } as const;
const MATERIALS = { 1: CONCRETE, 2: AGGREGATES, 3: BLOCK };
const CHARGES = { 1: CONCRETE_CHARGES, 2: AGGREGATE_CHARGES, 3: BLOCK_CHARGES };

/** All products, with their ids. */
const PRODUCTS: readonly Product[] = Object.values(DATA_SOURCES)
  .flatMap((source: DataSource) => [
    ...MATERIALS[source.orderType].map(([number, description, listPrice, usages, slump]) => ({
      ...common(source, number, description, listPrice),
      unitOfMeasure: UNITS[source.orderType] as string,
      isCharge: false,
      slump: slump ?? null,
      piecesPerPallet: source.orderType === ORDER_TYPE.block ? BLOCKS_ON_A_PALLET : null,
      usages,
    })),
    ...CHARGES[source.orderType].map(([number, description, listPrice, unitOfMeasure]) => ({
      ...common(source, number, description, listPrice),
      unitOfMeasure,
      isCharge: true,
      slump: null,
      piecesPerPallet: null,
      usages: [],
    })),
  ])
  .map((product, index) => ({ id: index + 1, ...product }));

function common(source: DataSource, number: string, description: string, listPrice: Cents) {
  const isEnvironmentalCharge = number.startsWith('ENV');
  return { dataSourceId: source.id, orderType: source.orderType, number, description, isEnvironmentalCharge, listPrice };
}

/** Prices of products without a quote. */
export interface PriceList {
  id: number;
  dataSourceId: number;
  name: string;
  prices: ReadonlyMap<number, Cents>;
}

/** Two price lists per data source: one for contractors and a more expensive one for small accounts. */
export const PRICE_LISTS: readonly PriceList[] = Object.values(DATA_SOURCES).flatMap((source) =>
  [
    { name: 'Contractor', ratio: 1 },
    { name: 'Residential and walk-in', ratio: 1.08 },
  ].map(({ name, ratio }, index) => ({
    id: source.id * 2 - 1 + index,
    dataSourceId: source.id,
    name,
    prices: new Map(productsOf(source.id).map((product) => [product.id, Math.round(product.listPrice * ratio)])),
  })),
);

/** Returns the products of a data source. */
export function productsOf(dataSourceId: number): Product[] {
  return PRODUCTS.filter((product) => product.dataSourceId === dataSourceId);
}

/** Returns the catalog as table rows. */
export function catalogRows(effectiveFrom: string): {
  products: (typeof products.$inferInsert)[];
  priceLists: (typeof priceLists.$inferInsert)[];
  priceListItems: (typeof priceListItems.$inferInsert)[];
} {
  return {
    products: PRODUCTS.map(({ listPrice: _, usages: __, ...row }) => row),
    priceLists: PRICE_LISTS.map(({ prices: _, ...row }) => ({ ...row, effectiveFrom })),
    priceListItems: PRICE_LISTS.flatMap((list) =>
      [...list.prices].map(([productId, unitPriceCents]) => ({ priceListId: list.id, productId, unitPriceCents })),
    ),
  };
}
