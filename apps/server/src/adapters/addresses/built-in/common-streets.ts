import type { FoundAddress } from '../port.ts';

/** Well-known streets, so that the first search of somebody who tries the demo finds something: state, ZIP code, city, streets. */
const STREETS = `
TN 37402 Chattanooga: Market St, Broad St, Georgia Ave, Chestnut St
TN 37403 Chattanooga: E 3rd St, M L King Blvd, Vine St
TN 37404 Chattanooga: McCallie Ave, Main St E, Dodds Ave
TN 37405 Chattanooga: Frazier Ave, Cherokee Blvd
TN 37406 Chattanooga: Amnicola Hwy
TN 37407 Chattanooga: Rossville Blvd
TN 37408 Chattanooga: Main St
TN 37411 Chattanooga: Brainerd Rd
TN 37421 Chattanooga: Gunbarrel Rd, Hamilton Place Blvd, E Brainerd Rd
TN 37311 Cleveland: Inman St, Ocoee St
TN 37312 Cleveland: 25th St NW
TN 37203 Nashville: Broadway, West End Ave, Church St, Demonbreun St
TN 37206 Nashville: Main St, Gallatin Ave
TN 37208 Nashville: Jefferson St
TN 37209 Nashville: Charlotte Pike
TN 37064 Franklin: Main St
TN 37129 Murfreesboro: NW Broad St, Memorial Blvd
TN 37130 Murfreesboro: E Main St
TN 37902 Knoxville: Main St, Gay St, Market St
TN 37916 Knoxville: Cumberland Ave
TN 37919 Knoxville: Kingston Pike
TN 38103 Memphis: Main St, Union Ave
GA 30720 Dalton: Hamilton St
GA 30303 Atlanta: Peachtree St, Broad St, Marietta St
`;

/** They as addresses without a house number. */
export const COMMON_STREETS: readonly FoundAddress[] = STREETS.trim()
  .split('\n')
  .flatMap((line) => {
    const [, state = '', zip = '', city = '', streets = ''] = /^([A-Z]{2}) (\d{5}) ([^:]+): (.+)$/.exec(line) ?? [];
    return streets.split(', ').map((address) => ({ address, city, state, zip }));
  });
