interface Town {
  stateId: number;
  stateAbbreviation: string;
  /** ZIP codes of the town. */
  zips: readonly string[];
  latitude: number;
  longitude: number;
  streets: readonly string[];
}

const tennessee = { stateId: 43, stateAbbreviation: 'TN' };
const georgia = { stateId: 11, stateAbbreviation: 'GA' };

/** The towns of the region: Chattanooga and its neighbours, the plateau, Nashville and its ring. */
export const TOWNS = {
  Chattanooga: {
    ...tennessee,
    zips: ['37402', '37404', '37406', '37421'],
    latitude: 35.0456,
    longitude: -85.2672,
    streets: ['Shallowford Rd', 'Bonny Oaks Dr', 'Lee Hwy', 'Riverside Dr', 'E 23rd St', 'Standifer Gap Rd', 'Broad St'],
  },
  'East Ridge': {
    ...tennessee,
    zips: ['37412'],
    latitude: 34.9912,
    longitude: -85.2283,
    streets: ['Ringgold Rd', 'S Moore Rd', 'Camp Jordan Pkwy'],
  },
  Hixson: {
    ...tennessee,
    zips: ['37343'],
    latitude: 35.1406,
    longitude: -85.2328,
    streets: ['Hixson Pike', 'Northpoint Blvd', 'Cassandra Smith Rd', 'Thrasher Pike'],
  },
  Ooltewah: {
    ...tennessee,
    zips: ['37363'],
    latitude: 35.0745,
    longitude: -85.0622,
    streets: ['Ooltewah Ringgold Rd', 'Mountain View Rd', 'Snow Hill Rd', 'Apison Pike'],
  },
  'Soddy-Daisy': {
    ...tennessee,
    zips: ['37379'],
    latitude: 35.2359,
    longitude: -85.1908,
    streets: ['Dayton Pike', 'Sequoyah Access Rd', 'Harrison Ln'],
  },
  Cleveland: {
    ...tennessee,
    zips: ['37311', '37312', '37323'],
    latitude: 35.1595,
    longitude: -84.8766,
    streets: ['Keith St NW', 'Paul Huff Pkwy NW', 'Georgetown Rd NW', 'Dalton Pike SE', 'APD-40'],
  },
  Ringgold: {
    ...georgia,
    zips: ['30736'],
    latitude: 34.9159,
    longitude: -85.1091,
    streets: ['Alabama Hwy', 'Battlefield Pkwy', 'Poplar Springs Rd'],
  },
  'Fort Oglethorpe': {
    ...georgia,
    zips: ['30742'],
    latitude: 34.949,
    longitude: -85.2569,
    streets: ['Lafayette Rd', 'Mack Smith Rd', 'Cloud Springs Rd'],
  },
  Dalton: {
    ...georgia,
    zips: ['30720', '30721'],
    latitude: 34.7698,
    longitude: -84.9702,
    streets: ['Walnut Ave', 'S Thornton Ave', 'Cleveland Hwy', 'Airport Rd'],
  },
  Nashville: {
    ...tennessee,
    zips: ['37203', '37207', '37210', '37211'],
    latitude: 36.1447,
    longitude: -86.7602,
    streets: ['Charlotte Ave', 'Nolensville Pike', 'Dickerson Pike', 'Murfreesboro Pike', '8th Ave S', 'Foster Ave'],
  },
  Antioch: {
    ...tennessee,
    zips: ['37013'],
    latitude: 36.0582,
    longitude: -86.6722,
    streets: ['Bell Rd', 'Hickory Hollow Pkwy', 'Cane Ridge Rd'],
  },
  Brentwood: {
    ...tennessee,
    zips: ['37027'],
    latitude: 36.0086,
    longitude: -86.7828,
    streets: ['Franklin Rd', 'Maryland Way', 'Concord Rd'],
  },
  Franklin: {
    ...tennessee,
    zips: ['37064', '37067'],
    latitude: 35.9251,
    longitude: -86.8389,
    streets: ['Columbia Ave', 'Mack Hatcher Pkwy', 'Cool Springs Blvd', 'Murfreesboro Rd'],
  },
  Smyrna: {
    ...tennessee,
    zips: ['37167'],
    latitude: 35.9828,
    longitude: -86.5186,
    streets: ['Sam Ridley Pkwy W', 'Enon Springs Rd', 'Rock Springs Rd'],
  },
  Murfreesboro: {
    ...tennessee,
    zips: ['37127', '37129', '37130'],
    latitude: 35.8456,
    longitude: -86.3903,
    streets: ['Medical Center Pkwy', 'S Church St', 'Joe B Jackson Pkwy', 'Manson Pike', 'Veterans Pkwy'],
  },
  'Mount Juliet': {
    ...tennessee,
    zips: ['37122'],
    latitude: 36.2001,
    longitude: -86.5186,
    streets: ['Golden Bear Gateway', 'Beckwith Rd', 'N Mt Juliet Rd'],
  },
  Lebanon: {
    ...tennessee,
    zips: ['37087', '37090'],
    latitude: 36.2081,
    longitude: -86.2911,
    streets: ['W Main St', 'Hartmann Dr', 'Sparta Pike', 'Leeville Pike'],
  },
  Manchester: {
    ...tennessee,
    zips: ['37355'],
    latitude: 35.4817,
    longitude: -86.0886,
    streets: ['Hillsboro Blvd', 'Interstate Dr', 'Woodbury Hwy'],
  },
  Tullahoma: {
    ...tennessee,
    zips: ['37388'],
    latitude: 35.3621,
    longitude: -86.2094,
    streets: ['N Jackson St', 'Wilson Ave', 'Ovoca Rd'],
  },
} as const satisfies Record<string, Town>;

/** The name of a town. */
export type TownName = keyof typeof TOWNS;
