import { BlockList, isIP } from 'node:net';

/** IPv4 addresses that are not on the public internet (IANA's special-purpose registry): private, loopback, link-local, metadata, … */
const CLOSED_4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** Parts of the public IPv6 space that lead to IPv4 addresses or nowhere: Teredo, documentation, 6to4. */
const CLOSED_6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const closed = new BlockList();
for (const [network, bits] of CLOSED_4) closed.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of CLOSED_6) closed.addSubnet(network, bits, 'ipv6');
/** All of IPv6 that is routed publicly. Loopback, unique local, link-local and IPv4 in IPv6 are outside. */
const open = new BlockList();
open.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  const kind = isIP(address);
  if (kind === 4) return !closed.check(address, 'ipv4');
  return kind === 6 && open.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}
