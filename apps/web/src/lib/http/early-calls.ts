import { local, readStored, removeStored, writeStored } from '#web/lib/store.ts';
import { dayOfReads, earlyStart, FIRST_READS_KEY, type FirstReads, isPlainAddress } from './early-start-state.ts';

/** After this time an early answer may be outdated and is not used any more. */
const GOOD_FOR_MS = 20_000;

/**
 * Returns the answer of an early call with the same address and headers. Each is used once, so that a later read of the same data is sent
 * again. Undefined if there is none.
 */
export async function takeEarlyCall(url: string, headers: Headers): Promise<Response | undefined> {
  const calls = performance.now() < GOOD_FOR_MS ? await earlyStart().calls : undefined;
  const index = calls?.findIndex((call) => call.url === url && isSameSet(new Headers(call.headers), headers)) ?? -1;
  return calls?.splice(index, index < 0 ? 0 : 1)[0]?.answer;
}

/** A read that is sent later than this after the page was opened is not needed to show the page. */
const FIRST_MS = 10_000;
/** More early reads would delay the page's scripts. */
const MAX_READS = 4;
const MAX_PAGES = 20;

let opened: { path: string; urls: string[] } | undefined;

/**
 * Remembers what the opened page reads first of its customer, so that the next visit starts those reads together with the page's scripts.
 * Only addresses are stored, no answers.
 */
export function noteFirstRead(url: string): void {
  const [, globalCustomerNumber] = /^\/api\/customers\/([^/?]+)\//.exec(url) ?? [];
  if (!globalCustomerNumber || performance.now() > FIRST_MS || !isPlainAddress(location.search)) return;
  opened ??= { path: location.pathname, urls: [] };
  const { path, urls } = opened;
  if (path !== location.pathname || urls.length >= MAX_READS || urls.includes(url)) return;
  urls.push(url);
  const known = (readStored(local, FIRST_READS_KEY) ?? {}) as Record<string, FirstReads>;
  const others = Object.entries(known).filter(([other]) => other !== path);
  const own: FirstReads = { globalCustomerNumber: decodeURIComponent(globalCustomerNumber), day: dayOfReads(), urls };
  writeStored(local, FIRST_READS_KEY, Object.fromEntries([...others, [path, own]].slice(-MAX_PAGES)));
}

/** Forgets them, because they name the customer. */
export function forgetFirstReads(): void {
  removeStored(local, FIRST_READS_KEY);
}

function isSameSet(one: Headers, other: Headers): boolean {
  const [first, second] = [[...one], [...other]];
  return first.length === second.length && first.every(([name, value]) => other.get(name) === value);
}
