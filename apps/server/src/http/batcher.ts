import { AsyncResource } from 'node:async_hooks';

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Collects calls into runs: a call runs at once if none is under way; those that arrive during a run share the next one. A run never begins
 * before its calls, so its data is as new as if each call had read for itself.
 */
export class Batcher<Item, Result> {
  readonly #run: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #most: number;
  readonly #waiting: Waiting<Item, Result>[] = [];
  /** A run serves several calls, so it must not inherit the async context (language, trace, write key) of the one that started it. */
  readonly #context = new AsyncResource('Batcher');
  #isRunning = false;

  /** `run` returns a result for each item, in their order. It gets at most `most` items. */
  constructor(most: number, run: (items: readonly Item[]) => Promise<readonly Result[]>) {
    this.#most = most;
    this.#run = run;
  }

  /** Returns the result for an item when its run has ended. */
  load(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (!this.#isRunning) this.#context.runInAsyncScope(() => void this.#runAll());
    });
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) await this.#runSome(this.#waiting.splice(0, this.#most));
    this.#isRunning = false;
  }

  async #runSome(calls: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#run(calls.map(({ item }) => item));
      for (const [index, { resolve }] of calls.entries()) resolve(results[index] as Result);
    } catch (error) {
      // One item may be the cause. Alone, the others succeed.
      if (calls.length > 1) for (const call of calls) await this.#runSome([call]);
      else calls[0]?.reject(error);
    }
  }
}
