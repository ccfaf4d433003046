/** A message with arguments, in ICU message syntax. Its arguments are passed in the order of `names`. */
export class Text<Arguments extends readonly unknown[] = readonly unknown[]> {
  readonly message: string;
  readonly names: readonly string[];
  /** Only for the types: what the message takes. */
  declare readonly takes: Arguments;

  constructor(message: string, names: readonly string[]) {
    this.message = message;
    this.names = names;
  }
}

type Counting = 'plural' | 'selectordinal' | 'number';

/** A counted argument is a number, a selecting one a word or a boolean, any other is shown as it is. */
export type ArgumentOf<Message extends string, Name extends string> = Message extends `${string}{${Name}, ${Counting}${string}`
  ? number
  : Message extends `${string}{${Name}, select${string}`
    ? string | boolean
    : string | number;

/** The English source of an area: texts, messages with arguments, and groups of them. */
export interface Definition {
  readonly [name: string]: string | Text | Definition;
}

/** What the callers of an area see: a text is a string, a message with arguments a function. */
export type MessagesOf<Source> = {
  readonly [Name in keyof Source]: Source[Name] extends string
    ? string
    : Source[Name] extends Text<infer Arguments extends readonly unknown[]>
      ? (...values: Arguments) => string
      : MessagesOf<Source[Name]>;
};
