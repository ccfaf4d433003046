import { RESOURCE_NAMES } from './names.messages.ts';

/** Returns the name of a resource of the interface, or its id if it has none. */
export function resourceName(resource: string): string {
  const names: Readonly<Record<string, string>> = RESOURCE_NAMES;
  return names[resource] ?? resource;
}
