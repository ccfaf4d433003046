import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { Rehearsal, startProxy, startReceiver, textOfMail, until } from './rehearsal.ts';

describe('the rehearsal', () => {
  it('prints each step with its time, stops in reverse order and goes on stopping after a failure', async () => {
    const lines: string[] = [];
    const stopped: string[] = [];
    const rehearsal = new Rehearsal((line) => lines.push(line));
    rehearsal.onEnd('database', () => stopped.push('database'));
    rehearsal.onEnd('server', () => {
      stopped.push('server');
      throw new Error('it hangs');
    });
    const count = async (tell: (line: string) => void) => {
      tell('three of them');
      return 3;
    };
    expect(await rehearsal.step('Count', count)).toBe(3);
    await expect(rehearsal.step('Fall', () => Promise.reject(new Error('over')))).rejects.toThrow('Fall: over');
    expect(await rehearsal.end()).toBe(false);
    expect(stopped).toEqual(['server', 'database']);
    expect(lines.map((line) => line.replace(/^ *[\d.]+ s/, 'T').trim())).toEqual([
      'T  Count',
      'three of them',
      'T  Fall',
      'server did not stop: Error: it hangs',
      'T  altogether',
    ]);
  });

  it('says what it waited for in vain', async () => {
    await expect(until('the mail', () => undefined, 0)).rejects.toThrow('the mail did not come');
    expect(await until('the mail', () => 'a mail')).toBe('a mail');
  });

  it('takes turns between the processes behind the proxy', async () => {
    const answered: string[] = [];
    const server = createServer((incoming, answer) => {
      answered.push(`${incoming.method} ${incoming.url} ${incoming.headers['x-forwarded-for']}`);
      answer.end('yes');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const receiver = await startReceiver();
    const proxy = await startProxy();
    try {
      expect((await fetch(proxy.url)).status).toBe(503);
      proxy.targets.push(`http://127.0.0.1:${(server.address() as { port: number }).port}`, new URL(receiver.url).origin);
      expect((await fetch(`${proxy.url}/a?b=c`)).status).toBe(200);
      expect((await fetch(proxy.url, { method: 'POST', body: 'hello' })).status).toBe(204);
      expect(answered).toEqual(['GET /a?b=c 127.0.0.1']);
      expect(receiver.received.map(({ body }) => body)).toEqual(['hello']);
    } finally {
      server.closeAllConnections();
      server.close();
      await Promise.all([proxy.stop(), receiver.stop()]);
    }
  });

  it('reads a mail in the encodings that the server uses', () => {
    const mail = (encoding: string, body: string) => `Subject: x\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}`;
    expect(textOfMail(mail('7bit', 'Sign in at http://a/'))).toBe('Sign in at http://a/');
    expect(textOfMail(mail('quoted-printable', 'caf=C3=A9 =\r\nhttp://a/?b=3D1'))).toBe('café http://a/?b=1');
    expect(textOfMail(mail('base64', Buffer.from('café').toString('base64')))).toBe('café');
  });
});
