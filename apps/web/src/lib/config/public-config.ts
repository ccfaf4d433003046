import type { PublicConfig } from '@yardage/contract/public-config';
import { earlyStart } from '#web/lib/http/early-start-state.ts';

let loaded: PublicConfig | undefined;

/** Fetches the deployment's public settings. Called once, before the first render. */
export async function loadPublicConfig(): Promise<PublicConfig> {
  // Not validated here, because the server's tests validate the settings against the schema.
  loaded = await (earlyStart().config ?? fetchPublicConfig());
  return loaded;
}

/** The page cannot be shown without the settings. If they have not arrived after this time, the user sees an error. */
const SETTINGS_WITHIN_MS = 30_000;

/** Fetches the settings. Also used by the page's first script, which does so early. */
export async function fetchPublicConfig(): Promise<PublicConfig> {
  const response = await fetch('/config.json', { signal: AbortSignal.timeout(SETTINGS_WITHIN_MS) });
  if (!response.ok) throw new Error(`The settings could not be read (${response.status}).`);
  return response.json();
}

/** Returns the settings loaded at startup. */
export function publicConfig(): PublicConfig {
  if (!loaded) throw new Error('The public settings are read before they are loaded.');
  return loaded;
}
