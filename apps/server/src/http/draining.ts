import type { FastifyInstance } from 'fastify';

/** Whether this process is about to stop. Until the listener closes it still answers every request. */
export class Draining {
  #isDraining = false;

  get isDraining(): boolean {
    return this.#isDraining;
  }

  begin(): void {
    this.#isDraining = true;
  }
}

/** While the process drains, every response ends its connection, so that the client opens the next one elsewhere. */
export function registerDraining(app: FastifyInstance): Draining {
  const draining = new Draining();
  app.addHook('preClose', async () => draining.begin());
  // When the response is sent: the call may have begun before.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (draining.isDraining) reply.header('connection', 'close');
    done(null, payload);
  });
  return draining;
}
