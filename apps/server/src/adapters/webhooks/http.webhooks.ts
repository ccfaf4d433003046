import { lookup as lookUp } from 'node:dns/promises';
import http, { type RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { askNameServers, type Resolved } from './name-servers.ts';
import { type WebhookChooser, type WebhookMessage, type WebhookPort, WebhookSendError } from './port.ts';
import { isPublicAddress } from './public-address.ts';
import { WEBHOOK_FAULTS } from './webhooks.messages.ts';

export interface WebhookSettings {
  /** For receivers in the supplier's own network; customers never reach it. */
  allowsPrivate: boolean;
  allowsHttp: boolean;
  timeoutMs: number;
}

export type Resolve = (host: string, chosenBy: WebhookChooser) => Promise<Resolved[]>;

/** The supplier's receivers may be known only to this machine. */
const findAddresses: Resolve = (host, chosenBy) => (chosenBy === 'supplier' ? lookUp(host, { all: true }) : askNameServers(host));

/** Error codes for a host name without an address: from the operating system, and from the name servers. */
const UNKNOWN_HOST = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ENODATA', 'ESERVFAIL', 'ETIMEOUT', 'EREFUSED', 'EBADNAME']);

/** Sends webhooks over HTTP. Every address is checked when the connection is made, so a name that changes its address gains nothing. */
export function httpWebhooks(settings: WebhookSettings, resolve: Resolve = findAddresses): WebhookPort {
  const isAllowed = (address: string, chosenBy: WebhookChooser) =>
    (settings.allowsPrivate && chosenBy === 'supplier') || isPublicAddress(address);

  const faultOf = (text: string, chosenBy: WebhookChooser): string | undefined => {
    if (!URL.canParse(text)) return WEBHOOK_FAULTS.malformed;
    const url = new URL(text);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return WEBHOOK_FAULTS.malformed;
    if (url.protocol === 'http:' && !settings.allowsHttp) return WEBHOOK_FAULTS.notHttps;
    if (url.username || url.password) return WEBHOOK_FAULTS.credentials;
    const literal = hostOf(url);
    return isIP(literal) && !isAllowed(literal, chosenBy) ? WEBHOOK_FAULTS.private : undefined;
  };

  /** Node.js connects to exactly the addresses that this returns. */
  const lookupFor =
    (chosenBy: WebhookChooser): LookupFunction =>
    (host, options, done) => {
      resolve(host, chosenBy)
        .then((found) => {
          if (found.length === 0) throw new WebhookSendError(WEBHOOK_FAULTS.unknownHost);
          if (!found.every(({ address }) => isAllowed(address, chosenBy))) throw new WebhookSendError(WEBHOOK_FAULTS.private);
          if (options.all) done(null, found);
          else done(null, found[0]?.address ?? '', found[0]?.family);
        })
        .catch((error) => done(error, ''));
    };

  return {
    faultOf,
    async send({ url: text, chosenBy, headers, body }: WebhookMessage): Promise<number> {
      const fault = faultOf(text, chosenBy);
      if (fault) throw new WebhookSendError(fault);
      const url = new URL(text);
      const options: RequestOptions = {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        lookup: lookupFor(chosenBy),
        // Use a new connection: the address of one that was kept open would not be checked again.
        agent: false,
        signal: AbortSignal.timeout(settings.timeoutMs),
      };
      return new Promise((done, fail) => {
        const request = (url.protocol === 'https:' ? https : http).request(url, options, (answer) => {
          done(answer.statusCode ?? 0);
          // Only the status counts. Whatever else the receiver sends, endless or slow, is not read.
          request.destroy();
        });
        // An answer that changes the protocol comes as neither response nor error.
        request.on('upgrade', ({ statusCode }, socket) => {
          socket.destroy();
          done(statusCode ?? 0);
        });
        request.on('error', (error) => fail(asSendError(error)));
        request.on('close', () => fail(new WebhookSendError(WEBHOOK_FAULTS.notReached)));
        request.end(body);
      });
    },
  };
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

/** Says what went wrong, but nothing about the network that the receiver is in. */
function asSendError(error: Error & { code?: string }): WebhookSendError {
  if (error instanceof WebhookSendError) return error;
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return new WebhookSendError(WEBHOOK_FAULTS.noAnswer, { cause: error });
  return new WebhookSendError(UNKNOWN_HOST.has(error.code ?? '') ? WEBHOOK_FAULTS.unknownHost : WEBHOOK_FAULTS.notReached, {
    cause: error,
  });
}
