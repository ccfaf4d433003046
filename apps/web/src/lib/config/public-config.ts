import type { PublicConfig } from '@yardage/contract/public-config';

let loaded: PublicConfig | undefined;

/** Fetches the deployment's public settings; called once, before anything is rendered. */
export async function loadPublicConfig(): Promise<PublicConfig> {
  const response = await fetch('/config.json');
  if (!response.ok) throw new Error(`The settings could not be read (${response.status}).`);
  const settings = (await response.json()) as PublicConfig;
  // Not checked again here: the server's tests prove its settings against the schema.
  loaded = settings;
  return settings;
}

/** The settings loaded at start. */
export function publicConfig(): PublicConfig {
  if (!loaded) throw new Error('The public settings are read before they are loaded.');
  return loaded;
}
