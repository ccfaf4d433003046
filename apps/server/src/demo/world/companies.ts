import type { DemoEmail } from './demo-accounts.ts';
import type { DataSourceKey } from './region.ts';
import type { TownName } from './towns.ts';

/** When and how a customer pays. */
export type PaymentHabit =
  /** All of a month's invoices at once by the 10th, with the discount. */
  | 'by-the-tenth'
  /** Each invoice a few days after its date. */
  | 'at-once'
  /** All of a month's invoices by check at the end of the next month. */
  | 'next-month-end'
  /** Each invoice by check after six to ten weeks. */
  | 'late';

/** One customer number and its volume of business. */
export interface CustomerPlan {
  dataSource: DataSourceKey;
  customerNumber: string;
  displayName: string;
  /** Sales of a full year, in dollars; determines the reward tier. A customer with zero has no activity. */
  yearlySales: number;
  /** Sales that this year has to reach on any date, limited by what the plants can deliver. */
  salesThisYear?: number;
  /** Loads per order, fewest and most. */
  loads: readonly [number, number];
  jobCount: number;
  habit: PaymentHabit;
  /** Start times of the orders under way, in minutes from now. */
  startsAroundNow: readonly number[];
  isSmallAccount?: boolean;
  /** Its first page shows a load in every stage and an order in every status. */
  isShowcase?: boolean;
  /** Has an invoice paid in part, a credit, a voided invoice and money on account. */
  hasLedgerCases?: boolean;
}

/** A company and its customer numbers. */
export interface CompanyPlan {
  name: string;
  email: string | null;
  phone: string | null;
  addressLine1: string;
  town: TownName;
  taxRatePpm: number;
  customers: readonly CustomerPlan[];
  /** The demo accounts that belong to the company. */
  accounts: readonly DemoEmail[];
}

/** The demo's invented companies. The first customer number of the first company is what the owner account sees first. */
export const COMPANIES: readonly CompanyPlan[] = [
  {
    name: 'Tarnwick Builders, Inc.',
    email: 'payables@example.com',
    phone: '4235550142',
    addressLine1: '1200 Riverside Dr',
    town: 'Chattanooga',
    taxRatePpm: 92_500,
    accounts: [
      'owner@example.com',
      'administrator@example.com',
      'payables@example.com',
      'manager@example.com',
      'field@example.com',
      'viewer@example.com',
    ],
    customers: [
      {
        dataSource: 'concreteEast',
        customerNumber: '10418',
        displayName: 'Tarnwick Builders',
        yearlySales: 16_200_000,
        salesThisYear: 15_700_000,
        loads: [8, 26],
        jobCount: 14,
        habit: 'by-the-tenth',
        startsAroundNow: [-170, -25, 20],
        isShowcase: true,
      },
      {
        dataSource: 'concreteWest',
        customerNumber: '20733',
        displayName: 'Tarnwick Builders Nashville',
        yearlySales: 1_600_000,
        loads: [5, 16],
        jobCount: 5,
        habit: 'by-the-tenth',
        startsAroundNow: [-50],
        hasLedgerCases: true,
      },
      {
        dataSource: 'aggregates',
        customerNumber: '30275',
        displayName: 'Tarnwick Builders Grading',
        yearlySales: 1_180_000,
        loads: [6, 20],
        jobCount: 4,
        habit: 'next-month-end',
        startsAroundNow: [-90],
      },
      {
        dataSource: 'block',
        customerNumber: '40061',
        displayName: 'Tarnwick Builders Masonry',
        yearlySales: 280_000,
        loads: [1, 3],
        jobCount: 3,
        habit: 'late',
        startsAroundNow: [],
      },
      {
        dataSource: 'concreteEast',
        customerNumber: '10977',
        displayName: 'Tarnwick Equipment Leasing',
        yearlySales: 0,
        loads: [1, 1],
        jobCount: 0,
        habit: 'at-once',
        startsAroundNow: [],
      },
    ],
  },
  {
    name: 'Ollerton Bridge & Civil Contractors, LLC',
    email: 'office@ollerton-civil.example',
    phone: '6155550117',
    addressLine1: '410 Foster Ave',
    town: 'Nashville',
    taxRatePpm: 97_500,
    accounts: ['other@example.com'],
    customers: [
      {
        dataSource: 'concreteWest',
        customerNumber: '20118',
        displayName: 'Ollerton Civil',
        yearlySales: 5_900_000,
        loads: [6, 20],
        jobCount: 8,
        habit: 'by-the-tenth',
        startsAroundNow: [-110, -35],
      },
      {
        dataSource: 'concreteEast',
        customerNumber: '10652',
        displayName: 'Ollerton Civil, Chattanooga office',
        yearlySales: 520_000,
        loads: [3, 9],
        jobCount: 3,
        habit: 'next-month-end',
        startsAroundNow: [],
      },
    ],
  },
  {
    name: 'Hollis & Pryor Sitework',
    email: 'ap@hollispryor.example',
    phone: '7065550128',
    addressLine1: '88 Airport Rd',
    town: 'Dalton',
    taxRatePpm: 70_000,
    accounts: [],
    customers: [
      {
        dataSource: 'concreteEast',
        customerNumber: '10330',
        displayName: 'Hollis & Pryor',
        yearlySales: 1_350_000,
        loads: [3, 12],
        jobCount: 5,
        habit: 'next-month-end',
        startsAroundNow: [-65],
      },
      {
        dataSource: 'aggregates',
        customerNumber: '30140',
        displayName: 'Hollis & Pryor Stone',
        yearlySales: 190_000,
        loads: [3, 12],
        jobCount: 3,
        habit: 'late',
        startsAroundNow: [],
      },
    ],
  },
  {
    name: 'Sequatchie Crossing Foundations, Flatwork, Retaining Walls and Structural Concrete Contractors of Southeast Tennessee and North Georgia, LLC',
    email: 'accounts.payable.department@sequatchie-crossing-foundations-and-flatwork.example',
    phone: '4235550163',
    addressLine1: '20145 Ooltewah Ringgold Rd, Building 7, Suite 210, Second Floor',
    town: 'Ooltewah',
    taxRatePpm: 92_500,
    accounts: [],
    customers: [
      {
        dataSource: 'concreteEast',
        customerNumber: '10587',
        displayName: 'Sequatchie Crossing Foundations, Flatwork, Retaining Walls and Structural Concrete Contractors',
        yearlySales: 720_000,
        loads: [2, 8],
        jobCount: 4,
        habit: 'late',
        startsAroundNow: [],
      },
    ],
  },
  {
    name: 'Quillmark Homes',
    email: 'build@quillmark.example',
    phone: '6155550171',
    addressLine1: '2300 Medical Center Pkwy',
    town: 'Murfreesboro',
    taxRatePpm: 97_500,
    accounts: [],
    customers: [
      {
        dataSource: 'concreteWest',
        customerNumber: '20455',
        displayName: 'Quillmark Homes',
        yearlySales: 560_000,
        loads: [1, 5],
        jobCount: 6,
        habit: 'at-once',
        startsAroundNow: [],
        isSmallAccount: true,
      },
    ],
  },
  {
    name: 'Sablewood Masonry',
    email: 'sablewood@masonry.example',
    phone: null,
    addressLine1: '1511 Woodbury Hwy',
    town: 'Manchester',
    taxRatePpm: 97_500,
    accounts: [],
    customers: [
      {
        dataSource: 'block',
        customerNumber: '40022',
        displayName: 'Sablewood Masonry',
        yearlySales: 410_000,
        loads: [1, 4],
        jobCount: 4,
        habit: 'next-month-end',
        startsAroundNow: [-40],
      },
    ],
  },
  {
    name: 'Dovecote Patio & Pool',
    email: null,
    phone: null,
    addressLine1: '37 Harrison Ln',
    town: 'Soddy-Daisy',
    taxRatePpm: 92_500,
    accounts: [],
    customers: [
      {
        dataSource: 'concreteEast',
        customerNumber: '10902',
        displayName: 'Dovecote',
        yearlySales: 60_000,
        loads: [1, 2],
        jobCount: 2,
        habit: 'at-once',
        startsAroundNow: [],
        isSmallAccount: true,
      },
    ],
  },
];

/** Named jobs of the demo company, some with long names. */
export const OWN_JOBS: readonly string[] = [
  'Amnicola Data Center Campus, Building 2: Mat Foundation, Generator Yard and Cooling Tower Pads',
  'I-75 / I-24 Interchange Reconstruction, Bridges 14 Through 19, Night Closures Only (State Contract 7741)',
  'Moccasin Bend Water Treatment Plant Expansion',
  'Riverfront Hotel and Conference Center Parking Structure, Levels P1 to P6 Including Ramps',
  'Tyner High School Replacement',
  'Ooltewah Logistics Park Building C',
];
