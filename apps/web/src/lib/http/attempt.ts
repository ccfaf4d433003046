/** One attempt of a form to write something. It keeps the idempotency key until the write succeeds or its content changes. */
export interface Attempt {
  /** Returns the key of this content: the same one until it is finished. */
  keyOf(content: string): string;
  /** The write with this key succeeded, so the next one is another write. */
  finish(key: string): void;
}

/** Creates the attempt of one form. */
export function createAttempt(): Attempt {
  let open: { content: string; key: string } | undefined;
  return {
    keyOf(content) {
      if (open?.content !== content) open = { content, key: crypto.randomUUID() };
      return open.key;
    },
    finish(key) {
      if (open?.key === key) open = undefined;
    },
  };
}

/** Returns a form's fields and files as text, to notice a change. A file is compared by what the browser knows without reading it. */
export function formContent(form: FormData): string {
  return JSON.stringify(
    [...form].map(([name, value]) => [name, value instanceof File ? [value.name, value.size, value.lastModified] : value]),
  );
}
