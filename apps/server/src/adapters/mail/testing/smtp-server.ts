import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A mail as it was received. */
interface ReceivedMail {
  from: string;
  recipients: string[];
  /** Header and body as sent. */
  source: string;
}

/** Replaces the server's usual reply; `hang up` closes the connection. */
export type Reply = string | 'hang up';

export interface SmtpServer {
  port: number;
  received: ReceivedMail[];
  connectionCount(): number;
  close(): Promise<void>;
}

/** Starts a mail server that keeps received mails. A test can override its reply to a command. */
export async function openSmtpServer(replyTo: (command: string) => Reply | undefined = () => undefined): Promise<SmtpServer> {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    converse(socket, received, replyTo);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    received,
    connectionCount: () => connections,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function converse(socket: Socket, received: ReceivedMail[], replyTo: (command: string) => Reply | undefined): void {
  let mail: ReceivedMail = { from: '', recipients: [], source: '' };
  let isInData = false;
  let pending = '';
  const say = (command: string, usual: string): boolean => {
    const reply = replyTo(command) ?? usual;
    if (reply === 'hang up') socket.destroy();
    else socket.write(`${reply}\r\n`);
    return reply === usual;
  };
  const answer = (line: string): void => {
    if (/^(EHLO|HELO)/i.test(line)) say(line, '250-test\r\n250-AUTH PLAIN\r\n250 8BITMIME');
    else if (/^MAIL FROM/i.test(line)) {
      mail = { from: addressIn(line), recipients: [], source: '' };
      say(line, '250 OK');
    } else if (/^RCPT TO/i.test(line)) {
      if (say(line, '250 OK')) mail.recipients.push(addressIn(line));
    } else if (/^DATA/i.test(line)) isInData = say(line, '354 Go on');
    else if (/^AUTH/i.test(line)) say(line, '235 Welcome');
    else say(line, '250 OK');
  };
  const take = (line: string): void => {
    if (!isInData) answer(line);
    else if (line !== '.') mail.source += `${line.replace(/^\./, '')}\n`;
    else {
      isInData = false;
      if (say('end of data', '250 Taken')) received.push(mail);
    }
  };
  say('greeting', '220 test');
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    const lines = (pending + chunk).split('\r\n');
    pending = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
}

function addressIn(line: string): string {
  return /<(.*?)>/.exec(line)?.[1] ?? '';
}
