const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** Whether nobody in between can read or change what is fetched from a URL: it uses TLS or is on this machine. */
export function isSafeAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && (url.protocol === 'https:' || LOOPBACK_HOSTS.includes(url.hostname));
}
