/** Reads JSON from browser storage. Returns undefined if it is missing or invalid, or if storage is blocked. */
export function readStored(storage: () => Storage, key: string): unknown {
  try {
    const text = storage().getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes JSON to browser storage. If storage is full or blocked, the value is not stored and nothing fails. */
export function writeStored(storage: () => Storage, key: string, value: unknown): void {
  try {
    storage().setItem(key, JSON.stringify(value));
  } catch {
    return;
  }
}

/** Removes a key from browser storage. Does nothing if storage is blocked. */
export function removeStored(storage: () => Storage, key: string): void {
  try {
    storage().removeItem(key);
  } catch {
    return;
  }
}

/** Storage that persists after the browser is closed. */
export const local = (): Storage => window.localStorage;

/** Storage of this tab. */
export const perTab = (): Storage => window.sessionStorage;
