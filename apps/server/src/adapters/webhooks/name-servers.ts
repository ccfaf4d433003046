import { Resolver } from 'node:dns/promises';

/** An address of a host, as Node.js connects to it. */
export interface Resolved {
  address: string;
  family: number;
}

/** How long one try waits for a name server. There are two. */
const TRY_MS = 2000;

/**
 * Returns the addresses of a host from the name servers. `dns.lookup` asks the operating system. Node.js runs only a few of those lookups
 * at once and cannot end them, so a customer's slow name server would block the lookups for the payment processor and for mail.
 */
export async function askNameServers(
  host: string,
  { servers, tryMs = TRY_MS }: { servers?: string[]; tryMs?: number } = {},
): Promise<Resolved[]> {
  const resolver = new Resolver({ timeout: tryMs, tries: 2 });
  if (servers) resolver.setServers(servers);
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = [...withFamily(four, 4), ...withFamily(six, 6)];
  if (found.length === 0 && four.status === 'rejected') throw four.reason;
  return found;
}

function withFamily(answer: PromiseSettledResult<string[]>, family: number): Resolved[] {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
}
