/** Reads JSON from browser storage; nothing when it is absent, unreadable or storage is forbidden. */
export function readStored(storage: () => Storage, key: string): unknown {
  try {
    const text = storage().getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes JSON to browser storage; a full or forbidden storage costs the memory of it, not the screen. */
export function writeStored(storage: () => Storage, key: string, value: unknown): void {
  try {
    storage().setItem(key, JSON.stringify(value));
  } catch {
    return;
  }
}

/** Removes a key from browser storage, if there is any. */
export function removeStored(storage: () => Storage, key: string): void {
  try {
    storage().removeItem(key);
  } catch {
    return;
  }
}

/** Storage that outlives the browser window. */
export const local = (): Storage => window.localStorage;

/** Storage of this tab. */
export const perTab = (): Storage => window.sessionStorage;
