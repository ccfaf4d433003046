import { LOGO_PATH } from '@yardage/contract/public-config';
import type { Logger } from 'pino';
import type { Database } from '#server/database/database';
import type { Letterhead } from '#server/documents/letterhead';
import { findBranding, findBrandingVersion, type StoredBranding } from './branding.queries.ts';

/** How long a process may use a branding without asking whether it was changed. */
const FRESH_MS = 2_000;

/** A picture as it is served. */
export interface Logo {
  content: Buffer;
  contentType: string;
}

/**
 * The branding in use: the configuration's, changed by what was edited at the desk. Every process looks for a change when it needs the
 * branding, at most every two seconds, so that a change needs no restart. As long as nothing changes it returns the same object.
 */
export class LiveBranding {
  readonly #database: Database;
  readonly #base: Letterhead;
  readonly #log: Logger;
  #letterhead: Letterhead;
  #stored: StoredBranding | undefined;
  /** When the last check began, by a monotonic clock. */
  #checkedAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<void> | undefined;
  /** The number of the latest check. */
  #checks = 0;

  constructor(database: Database, base: Letterhead, log: Logger) {
    this.#database = database;
    this.#base = base;
    this.#log = log;
    this.#letterhead = base;
  }

  /** Returns the branding. If the database does not respond, returns the last known one. */
  async current(): Promise<Letterhead> {
    if (performance.now() - this.#checkedAt >= FRESH_MS) {
      this.#checking ??= this.#check();
      await this.#checking;
    }
    return this.#letterhead;
  }

  /**
   * Returns the last known branding, and looks for a change afterwards. For work inside a transaction, which must not wait for another
   * connection.
   */
  known(): Letterhead {
    void this.current();
    return this.#letterhead;
  }

  /** Returns the uploaded logo, if there is one. */
  async logo(): Promise<Logo | undefined> {
    await this.current();
    const { logo, logoType } = this.#stored ?? {};
    return logo && logoType ? { content: logo, contentType: logoType } : undefined;
  }

  /** Makes this process look for a change at once. A check under way may have read the settings from before, so its result is ignored. */
  checkAgain(): void {
    this.#checkedAt = Number.NEGATIVE_INFINITY;
    this.#checking = undefined;
    this.#checks += 1;
  }

  async #check(): Promise<void> {
    const check = ++this.#checks;
    let stored = this.#stored;
    try {
      const version = await findBrandingVersion(this.#database);
      if (version !== stored?.version) stored = version === undefined ? undefined : await findBranding(this.#database);
    } catch (error) {
      this.#log.warn({ err: error }, 'the branding could not be read');
    }
    if (check !== this.#checks) return;
    this.#checkedAt = performance.now();
    this.#checking = undefined;
    if (stored === this.#stored) return;
    this.#stored = stored;
    this.#letterhead = stored ? merged(this.#base, stored) : this.#base;
  }
}

function merged(base: Letterhead, { settings, logo, version }: StoredBranding): Letterhead {
  const { privacyPolicyUrl, ...texts } = settings;
  return {
    ...base,
    ...texts,
    ...(privacyPolicyUrl === undefined ? {} : { privacyPolicyUrl: privacyPolicyUrl || null }),
    ...(logo ? { paperLogo: logo, logoUrl: `${LOGO_PATH}?v=${version}` } : {}),
  };
}
