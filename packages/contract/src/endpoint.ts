import type { z } from 'zod';
import type { PermissionCode } from './permissions.ts';
import type { ServiceScope } from './service-scopes.ts';
import type { DeskArea } from './staff-roles.ts';

/**
 * Who may call: holders of any of the codes, every signed-in user, staff whose role may use any of the desk's areas, machines whose key has
 * the scope, or everyone. Those for every signed-in user and for everyone state a reason.
 */
export type Access =
  | { anyOf: readonly [PermissionCode, ...PermissionCode[]] }
  | { signedIn: string }
  | { staff: readonly [DeskArea, ...DeskArea[]] }
  | { service: ServiceScope }
  | { public: string };

/** Rules for the files of a multipart form, all under one field name. */
export interface FileRules {
  field: string;
  maxCount: number;
  maxBytes: number;
  /** Error messages for too many files and for a file that is too large. */
  messages: { tooMany: () => string; tooLarge: () => string };
}

/** Whose records a call touches: one customer's, the caller's own, or none. */
export type ScopeKind = 'customer' | 'user' | 'none';

type Shape = z.ZodObject;

export interface Endpoint<
  Params extends Shape | undefined = Shape | undefined,
  Query extends Shape | undefined = Shape | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Answer extends z.ZodType = z.ZodType,
  Allowed extends Access = Access,
> {
  /** Unique, as `area.verb`. */
  id: string;
  /** The requirement behind the endpoint. */
  requirement: string;
  summary: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below `/api`, with parameters as `:name`. */
  path: `/${string}`;
  access: Allowed;
  scope: ScopeKind;
  /** For an endpoint of scope `user` that returns more if the headers name a customer of the caller. Without one it is not refused. */
  usesSelectedCustomer?: boolean;
  params: Params;
  query: Query;
  body: Body;
  answer: Answer;
  /** Also returns the bytes of a PDF if called with `Accept: application/pdf`. */
  answersPdf?: boolean;
  /** Returns a file instead of JSON; the text names its content types for readers. */
  answersFile?: string;
  /** Streams one JSON object per line (`application/x-ndjson`); `answer` is the schema of a line. */
  answersStream?: boolean;
  /** Takes a multipart form instead of JSON; its fields are the body. */
  takesFiles?: FileRules;
  /** The list of a batch: its items are checked one by one, and a bad one does not refuse the others. */
  itemsIn?: string;
  /** Largest body; the server's usual limit if absent. */
  maxBodyBytes?: number;
  /** The `Idempotency-Key` header is not used: the body has a key of its own, or doing it twice does no harm. */
  ignoresIdempotencyKey?: boolean;
  /** The answer contains a secret that is shown once, so it is not kept for a retry with the same `Idempotency-Key`. */
  answersSecret?: boolean;
  /** How expensive the call is. If set, the endpoint has its own rate limit: the usual one divided by the weight. */
  weight?: number;
  /** Answered even when the server is overloaded and refuses others: who the caller is, signing out, and how a payment ended. */
  isVital?: boolean;
  /**
   * For calls without sign-in that name a secret and are repeated while a page is open: only those with an unknown secret count against the
   * address's calls of the day. Many readers may share an address.
   */
  countsUnknownOnly?: boolean;
}

type Declared<
  P extends Shape | undefined,
  Q extends Shape | undefined,
  B extends z.ZodType | undefined,
  A extends z.ZodType,
  W extends Access,
> = Omit<Endpoint<P, Q, B, A, W>, 'params' | 'query' | 'body'> & { params?: P; query?: Q; body?: B };

/** Declares an endpoint once. The server binds it, the web app calls it, and OpenAPI and the access tests are generated from it. */
export function defineEndpoint<
  A extends z.ZodType,
  P extends Shape | undefined = undefined,
  Q extends Shape | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  W extends Access = Access,
>(declared: Declared<P, Q, B, A, W>): Endpoint<P, Q, B, A, W> {
  return { params: undefined as P, query: undefined as Q, body: undefined as B, ...declared };
}

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;
type Sent<T> = T extends z.ZodType ? z.input<T> : undefined;

/** What a handler receives after validation. */
export interface Input<E extends Endpoint> {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
}

/** What a caller passes. */
export interface Call<E extends Endpoint> {
  params: Sent<E['params']>;
  query: Sent<E['query']>;
  body: Sent<E['body']>;
}

export type Answer<E extends Endpoint> = z.output<E['answer']>;
