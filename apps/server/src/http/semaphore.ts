/** How long a task may wait for its turn, and what it fails with after that. */
export interface Patience {
  waitMs: number;
  refusal: () => Error;
}

/** Runs a limited number of tasks at a time; the others wait in order. */
export class Semaphore {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  async run<T>(work: () => Promise<T>, patience?: Patience): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(patience);
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      if (next) next();
      else this.#free += 1;
    }
  }

  #wait(patience: Patience | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = () => {
      this.#waiting.delete(go);
      reject(patience?.refusal());
    };
    const timer = patience ? setTimeout(giveUp, patience.waitMs) : undefined;
    const go = () => {
      clearTimeout(timer);
      this.#waiting.delete(go);
      resolve();
    };
    this.#waiting.add(go);
    return promise;
  }
}
