import type { z } from 'zod';
import type { PermissionCode } from './permissions.ts';

/** Who may call: holders of any of the codes, everyone signed in, the supplier's own people, machines that know the service key, or everyone; all but the first say why. */
export type Access =
  | { anyOf: readonly [PermissionCode, ...PermissionCode[]] }
  | { signedIn: string }
  | { staff: string }
  | { service: string }
  | { public: string };

/** The files that come with a multipart form, under one field's name. */
export interface FileRules {
  field: string;
  maxCount: number;
  maxBytes: number;
  /** Said of one file too many, and of one that is too large. */
  messages: { tooMany: string; tooLarge: string };
}

/** Whose records a call touches: one customer number's, the caller's own, or nobody's. */
export type ScopeKind = 'customer' | 'user' | 'none';

type Shape = z.ZodObject;

export interface Endpoint<
  Params extends Shape | undefined = Shape | undefined,
  Query extends Shape | undefined = Shape | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Answer extends z.ZodType = z.ZodType,
> {
  /** `area.verb`, unique. */
  id: string;
  /** The requirement that asks for it. */
  requirement: string;
  summary: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api`, parameters as `:name`. */
  path: `/${string}`;
  access: Access;
  scope: ScopeKind;
  params: Params;
  query: Query;
  body: Body;
  answer: Answer;
  /** Also answers the bytes of a PDF when asked with `Accept: application/pdf`. */
  answersPdf?: boolean;
  /** Answers a file instead of JSON: of which content types, for the reader. */
  answersFile?: string;
  /** Answers one JSON object a line (`application/x-ndjson`) as they happen; `answer` is what a line holds. */
  answersStream?: boolean;
  /** Takes a multipart form instead of JSON: its fields are the body, its files come beside it. */
  takesFiles?: FileRules;
  /** How dear it is: where given, it has a rate limit of its own, this fraction of the usual one. */
  weight?: number;
}

type Declared<P extends Shape | undefined, Q extends Shape | undefined, B extends z.ZodType | undefined, A extends z.ZodType> = Omit<
  Endpoint<P, Q, B, A>,
  'params' | 'query' | 'body'
> & { params?: P; query?: Q; body?: B };

/** Declares an endpoint once; the server binds it, the web calls it, OpenAPI and the access tests are made from it. */
export function defineEndpoint<
  A extends z.ZodType,
  P extends Shape | undefined = undefined,
  Q extends Shape | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(declared: Declared<P, Q, B, A>): Endpoint<P, Q, B, A> {
  return { params: undefined as P, query: undefined as Q, body: undefined as B, ...declared };
}

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;
type Sent<T> = T extends z.ZodType ? z.input<T> : undefined;

/** What a handler gets, after validation. */
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
