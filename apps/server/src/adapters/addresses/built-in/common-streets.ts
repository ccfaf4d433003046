import type { FoundAddress } from '../port.ts';

/** Well-known streets, so that the first search in a demo finds something: state, ZIP code, city, streets. */
const STREETS = `
TN 37402 Chattanooga: Market St, Broad St, Georgia Ave, Chestnut St
TN 37403 Chattanooga: E 3rd St, M L King Blvd, Vine St
TN 37404 Chattanooga: McCallie Ave, E Main St, E 23rd St, Dodds Ave
TN 37405 Chattanooga: Frazier Ave, Cherokee Blvd
TN 37406 Chattanooga: Amnicola Hwy, Riverside Dr
TN 37407 Chattanooga: Rossville Blvd
TN 37408 Chattanooga: Main St
TN 37411 Chattanooga: Brainerd Rd
TN 37421 Chattanooga: Gunbarrel Rd, Hamilton Place Blvd, E Brainerd Rd
TN 37412 East Ridge: Ringgold Rd, S Moore Rd, Camp Jordan Pkwy
TN 37343 Hixson: Hixson Pike, Northpoint Blvd, Cassandra Smith Rd, Thrasher Pike
TN 37363 Ooltewah: Ooltewah Ringgold Rd, Mountain View Rd, Snow Hill Rd, Apison Pike
TN 37379 Soddy-Daisy: Dayton Pike, Sequoyah Access Rd
TN 37311 Cleveland: Inman St, Ocoee St
TN 37312 Cleveland: 25th St NW
TN 37203 Nashville: Broadway, West End Ave, Church St, Demonbreun St
TN 37206 Nashville: Main St, Gallatin Ave
TN 37208 Nashville: Jefferson St
TN 37209 Nashville: Charlotte Pike
TN 37013 Antioch: Bell Rd, Cane Ridge Rd
TN 37027 Brentwood: Franklin Rd, Maryland Way, Concord Rd
TN 37122 Mount Juliet: N Mt Juliet Rd, Beckwith Rd
TN 37087 Lebanon: W Main St, Hartmann Dr, Sparta Pike
TN 37167 Smyrna: Sam Ridley Pkwy W, Enon Springs Rd
TN 37064 Franklin: Main St, Columbia Ave
TN 37129 Murfreesboro: NW Broad St, Memorial Blvd
TN 37130 Murfreesboro: E Main St
TN 37902 Knoxville: Main St, Gay St, Market St
TN 37916 Knoxville: Cumberland Ave
TN 37919 Knoxville: Kingston Pike
TN 38103 Memphis: Main St, Union Ave
GA 30720 Dalton: Hamilton St, Walnut Ave
GA 30736 Ringgold: Alabama Hwy, Battlefield Pkwy
GA 30742 Fort Oglethorpe: Lafayette Rd, Cloud Springs Rd
GA 30303 Atlanta: Peachtree St, Broad St, Marietta St
`;

/** These streets as addresses without a house number. */
export const COMMON_STREETS: readonly FoundAddress[] = STREETS.trim()
  .split('\n')
  .flatMap((line) => {
    const [, state = '', zip = '', city = '', streets = ''] = /^([A-Z]{2}) (\d{5}) ([^:]+): (.+)$/.exec(line) ?? [];
    return streets.split(', ').map((address) => ({ address, city, state, zip }));
  });
