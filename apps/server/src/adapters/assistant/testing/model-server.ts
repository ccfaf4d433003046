import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The model's response to a request: a text, tool calls, a failure, or none at all. */
export type ModelTurn = { text: string } | { calls: readonly { tool: string; input: unknown }[] } | { status: number } | { hang: true };

interface ModelMessage {
  role: string;
  content: unknown;
}

/** A request as it was received. */
export interface ModelRequest {
  authorization: string | undefined;
  model: string;
  messages: ModelMessage[];
  tools: { function: { name: string; parameters: object } }[];
  /** Whether the caller disconnected before the response was complete. */
  isLeft: boolean;
}

export interface ModelServer {
  url: string;
  requests: ModelRequest[];
  /** Sets the next responses, one per request. The last one is repeated. */
  play(...turns: ModelTurn[]): void;
  close(): Promise<void>;
}

/** Starts a server with OpenAI's streamed chat completions that responds as a test prescribes. */
export async function openModelServer(): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  let script: ModelTurn[] = [];
  const server = createServer(async (request, response) => {
    const asked = { ...(await readBody(request)), authorization: request.headers.authorization, isLeft: false } as ModelRequest;
    requests.push(asked);
    response.on('close', () => {
      asked.isLeft = !response.writableFinished;
    });
    answer(response, (script.length > 1 ? script.shift() : script[0]) ?? { status: 500 });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    play: (...turns) => {
      requests.splice(0);
      script = turns;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readBody(request: IncomingMessage): Promise<object> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as object;
}

function answer(response: ServerResponse, turn: ModelTurn): void {
  if ('hang' in turn) return;
  if ('status' in turn) {
    response.writeHead(turn.status, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}');
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (delta: object, finish: string | null = null): void => {
    const chunk = {
      id: 'c',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'm',
      choices: [{ index: 0, delta, finish_reason: finish }],
    };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  if ('text' in turn) {
    for (const piece of turn.text.match(/[\s\S]{1,7}/g) ?? []) send({ role: 'assistant', content: piece });
    send({}, 'stop');
  } else {
    turn.calls.forEach(({ tool, input }, index) => {
      const json = JSON.stringify(input);
      const half = Math.ceil(json.length / 2);
      send({
        tool_calls: [{ index, id: `call-${index}-${tool}`, type: 'function', function: { name: tool, arguments: json.slice(0, half) } }],
      });
      send({ tool_calls: [{ index, function: { arguments: json.slice(half) } }] });
    });
    send({}, 'tool_calls');
  }
  response.end('data: [DONE]\n\n');
}
