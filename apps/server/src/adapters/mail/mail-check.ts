import { MailRefusedError, type OutgoingMail } from './port.ts';

/** A single address, without characters that could end a header or add a recipient or a display name. */
const PLAIN_ADDRESS = /^[^\s\p{Cc},;:<>()[\]"\\@]+@[^\s\p{Cc},;:<>()[\]"\\@]+$/u;
const CONTENT_TYPE = /^[\w.+-]+\/[\w.+-]+$/;
const CONTROL_CHARACTER = /\p{Cc}/u;

/** Refuses a mail that could inject headers or recipients. Every adapter calls it before sending. */
export function checkMail({ to, cc, bcc, only, replyTo, subject, attachments }: OutgoingMail): void {
  const recipients = [...to, ...cc, ...bcc];
  if ((only ?? recipients).length === 0) throw new MailRefusedError('The mail has no recipient.');
  for (const address of [...recipients, ...(only ?? []), ...(replyTo === undefined ? [] : [replyTo])]) {
    if (!PLAIN_ADDRESS.test(address)) throw new MailRefusedError(`Not a plain mail address: ${JSON.stringify(address)}`);
  }
  if (CONTROL_CHARACTER.test(subject)) throw new MailRefusedError('The subject has a line break or another control character in it.');
  for (const { fileName, contentType } of attachments) {
    if (CONTROL_CHARACTER.test(fileName) || !CONTENT_TYPE.test(contentType)) {
      throw new MailRefusedError(`Not a proper attachment: ${JSON.stringify(fileName)}, ${JSON.stringify(contentType)}`);
    }
  }
}
