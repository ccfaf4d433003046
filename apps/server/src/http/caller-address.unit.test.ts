import { describe, expect, it } from 'vitest';
import { networkOf } from './caller-address.ts';

describe('where a call comes from', () => {
  it.each([
    ['192.0.2.77', '192.0.2.77', '192.0.2'],
    ['192.0.2.77:51234', '192.0.2.77', '192.0.2'],
    ['::ffff:192.0.2.77', '192.0.2.77', '192.0.2'],
    ['::FFFF:c000:24d', '192.0.2.77', '192.0.2'],
    ['0:0:0:0:0:ffff:192.0.2.77', '192.0.2.77', '192.0.2'],
    ['2001:db8:1:2ff::1', '2001:db8:1:2ff/64', '2001:db8:1:200/56'],
    ['2001:0db8:0001:02ff:aaaa:bbbb:cccc:dddd', '2001:db8:1:2ff/64', '2001:db8:1:200/56'],
    ['[2001:db8:1:2ff::1]:51234', '2001:db8:1:2ff/64', '2001:db8:1:200/56'],
    ['fe80::1%eth0', 'fe80:0:0:0/64', 'fe80:0:0:0/56'],
    ['::1', '0:0:0:0/64', '0:0:0:0/56'],
    ['', '', ''],
  ])('RUN-05 API-23 %s is the address %s in the network %s', (ip, address, network) => {
    expect(networkOf(ip)).toEqual({ address, network });
  });
});
