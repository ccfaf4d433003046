const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** Whether nobody on the way can read or change what is fetched: TLS, or an address on this machine. */
export function isSafeAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && (url.protocol === 'https:' || LOOPBACK_HOSTS.includes(url.hostname));
}
