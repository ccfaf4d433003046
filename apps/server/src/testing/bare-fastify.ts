import { once } from 'node:events';
import compress from '@fastify/compress';
import Fastify from 'fastify';
import { COMPRESSION } from '#server/http/security';

// The baseline of `npm run bench -- lists`: a Fastify route in its own process that returns a given text, compressed like ours, with neither
// caller, checks nor database. Reports its port.

const [body] = (await once(process, 'message')) as [string];
const app = Fastify();
await app.register(compress, COMPRESSION);
app.get('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(body));
await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
