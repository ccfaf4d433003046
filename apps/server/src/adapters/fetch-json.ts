const TIMEOUT_MS = 5000;

/** Fetches JSON from an external service. Throws for any other response; the error omits the URL, which may contain a key. */
export async function fetchJson(service: string, url: URL, headers: Record<string, string> = {}): Promise<unknown> {
  const answer = await fetch(url, {
    headers: { accept: 'application/json', ...headers },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`${service} answered ${answer.status}`);
  return answer.json();
}
