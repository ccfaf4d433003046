import { runInLanguage } from '@yardage/messages/language';
import { describe, expect, it } from 'vitest';
import { CHAT_LINES } from './chat.messages.ts';
import { CHAT_LINE_NAMES, chatLine, textOfMessage } from './chat-lines.ts';

describe('what the portal itself writes into a chat', () => {
  const joined = { message: 'Renee se unió al chat.', line: chatLine('joined', 'Renee') };

  it('CHT-11 LNG-01 is read by everybody in their own language, whoever it was written for', () => {
    expect(textOfMessage(joined)).toBe('Renee joined the chat.');
    expect(runInLanguage('es', () => textOfMessage(joined))).toBe('Renee se unió al chat.');
    expect(runInLanguage('es', () => textOfMessage({ message: '', line: chatLine('transferred', 'Renee', 'Ann') }))).toBe(
      'Renee pasó el chat a Ann.',
    );
  });

  it('CHT-10 stays as it was stored if it has no name, or one of a newer version', () => {
    expect(runInLanguage('es', () => textOfMessage({ message: 'Chat started.', line: null }))).toBe('Chat started.');
    expect(textOfMessage({ message: 'Renee paused.', line: { name: 'paused' as never, values: ['Renee'] } })).toBe('Renee paused.');
  });

  it('CHT-10 has a text for each name', () => {
    expect(Object.keys(CHAT_LINES).sort()).toEqual([...CHAT_LINE_NAMES].sort());
  });
});
