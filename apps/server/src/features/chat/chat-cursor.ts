/** The last row of a page of chats. The next page begins after it. */
export interface ChatCursor {
  status: number;
  modifiedDate: string;
  sessionId: string;
}

const SHAPE =
  /^(?<status>[1-3]) (?<modifiedDate>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (?<sessionId>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** Encodes a row as a cursor. It is opaque to clients. */
export function writeCursor({ status, modifiedDate, sessionId }: ChatCursor): string {
  return Buffer.from(`${status} ${modifiedDate} ${sessionId}`).toString('base64url');
}

/** Decodes a cursor. Returns undefined if the text is not a valid cursor. */
export function readCursor(text: string): ChatCursor | undefined {
  const found = SHAPE.exec(Buffer.from(text, 'base64url').toString())?.groups;
  if (!found || Number.isNaN(Date.parse(String(found.modifiedDate)))) return undefined;
  const modifiedDate = new Date(String(found.modifiedDate)).toISOString();
  return { status: Number(found.status), modifiedDate, sessionId: String(found.sessionId) };
}
