import type { PublicConfig } from '@yardage/contract/public-config';

let loaded: PublicConfig | undefined;

/** Fetches the deployment's public settings. Called once, before the first render. */
export async function loadPublicConfig(): Promise<PublicConfig> {
  const response = await fetch('/config.json');
  if (!response.ok) throw new Error(`The settings could not be read (${response.status}).`);
  const settings = (await response.json()) as PublicConfig;
  // Not validated here, because the server's tests validate the settings against the schema.
  loaded = settings;
  return settings;
}

/** Returns the settings loaded at startup. */
export function publicConfig(): PublicConfig {
  if (!loaded) throw new Error('The public settings are read before they are loaded.');
  return loaded;
}
