import type { Catalogue } from '@yardage/messages/catalogues';
import { argumentsOf, type SourceMessage } from '@yardage/messages/compile-catalogue';

/** Returns what is wrong with the arguments of an English message: those declared must be those used. */
export function findSourceFaults(messages: readonly SourceMessage[]): string[] {
  return messages.flatMap((source) => {
    const fault = argumentFault(source, source.message);
    return fault ? [`${source.key}: ${fault}`] : [];
  });
}

/** Returns every missing, unused or wrong entry of a catalogue. */
export function findCatalogueFaults(messages: readonly SourceMessage[], catalogue: Catalogue): string[] {
  const known = new Set(messages.map(({ key }) => key));
  const unused = Object.keys(catalogue).filter((key) => !known.has(key));
  return [
    ...messages.flatMap((source) => {
      const translation = catalogue[source.key];
      if (!translation) return [`${source.key} is not translated`];
      const fault = argumentFault(source, translation);
      return fault ? [`${source.key}: ${fault}`] : [];
    }),
    ...unused.map((key) => `${key} is not used: no source text has this key`),
  ];
}

function argumentFault({ names }: SourceMessage, message: string): string | undefined {
  if (names === undefined) return undefined;
  let used: Set<string>;
  try {
    used = argumentsOf(message);
  } catch (error) {
    return `is no valid ICU message (${(error as Error).message}): ${message}`;
  }
  const missing = names.filter((name) => !used.has(name));
  const unknown = [...used].filter((name) => !names.includes(name));
  const parts = [
    ...(missing.length > 0 ? [`does not use ${missing.join(', ')}`] : []),
    ...(unknown.length > 0 ? [`uses ${unknown.join(', ')}, which it does not declare`] : []),
  ];
  return parts.length > 0 ? parts.join(' and ') : undefined;
}

/** Returns the catalogue in the order of the source: known translations stay, new keys are empty, unused ones are gone. */
export function updateCatalogue(messages: readonly SourceMessage[], catalogue: Catalogue): Record<string, string> {
  return Object.fromEntries(messages.map(({ key }) => [key, catalogue[key] ?? '']));
}
