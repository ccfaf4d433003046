import { readFileSync } from 'node:fs';

/**
 * The settings that hold a secret. Each can be read from a file instead, which the setting NAME_FILE names (a mounted secret, a credential of
 * systemd). The secret is then not in the environment of the process and its children.
 */
export const SECRET_SETTINGS = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'ADDRESS_SEARCH_KEY',
  'ROUTING_KEY',
  'ASSISTANT_KEY',
  'TELEMETRY_KEY',
  'METRICS_TOKEN',
  'WEBHOOK_SIGNING_KEY',
] as const;

type SecretSetting = (typeof SECRET_SETTINGS)[number];
type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the environment with the contents of the secret files that it names. Adds faults to `faults`. */
export function withSecretsOfFiles(environment: Environment, names: readonly SecretSetting[], faults: string[]): Environment {
  const contents = names.flatMap((name) => {
    const setting = `${name}_FILE`;
    const file = environment[setting]?.trim();
    if (!file) return [];
    if (environment[name]?.trim()) {
      faults.push(`${name}, ${setting}: set one of them`);
      return [];
    }
    const content = readSecret(file, setting, faults);
    return content === undefined ? [] : [[name, content] as const];
  });
  return { ...environment, ...Object.fromEntries(contents) };
}

function readSecret(file: string, setting: string, faults: string[]): string | undefined {
  try {
    const content = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    if (content.trim() !== '') return content;
    faults.push(`${setting}: ${file} is empty`);
  } catch (error) {
    faults.push(`${setting}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return undefined;
}
