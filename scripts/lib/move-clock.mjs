// Loaded before a server that a torture test starts. MOVED_CLOCK is the moment that the process believes it is at its start.
const Real = Date;
const offset = Real.parse(process.env.MOVED_CLOCK ?? '') - Real.now();

class MovedDate extends Real {
  /** @param {any[]} given */
  constructor(...given) {
    if (given.length === 0) super(Real.now() + offset);
    else super(.../** @type {[any]} */ (given));
  }

  /** @override */
  static now() {
    return Real.now() + offset;
  }
}

globalThis.Date = /** @type {DateConstructor} */ (/** @type {unknown} */ (MovedDate));
