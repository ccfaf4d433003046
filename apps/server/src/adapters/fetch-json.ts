const TIMEOUT_MS = 5000;

/** Asks an outside service for JSON; anything but a good answer is an error without the address, which may carry a key. */
export async function fetchJson(service: string, url: URL, headers: Record<string, string> = {}): Promise<unknown> {
  const answer = await fetch(url, { headers: { accept: 'application/json', ...headers }, signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`${service} answered ${answer.status}`);
  return answer.json();
}
