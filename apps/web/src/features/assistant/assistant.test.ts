import { describe, expect, it } from 'vitest';
import { Cancelled, NetworkFailure, SessionLost } from '#web/lib/http/http-errors.ts';
import { draftAfterSending, isExplained, returnQuestion } from './assistant.api.ts';

describe('a question without an answer', () => {
  it('AST-04 is returned without a failure if the user stopped it or the session has ended, which the app says', () => {
    expect([new Cancelled('stopped'), new SessionLost('ended'), new NetworkFailure('away')].map(isExplained)).toEqual([true, true, false]);
  });
});

describe('the message box of the assistant', () => {
  it('AST-02 is emptied by sending what is in it, and keeps what is typed when an example question is sent', () => {
    expect(draftAfterSending(' What do I owe? ', 'What do I owe?')).toBe('');
    expect(draftAfterSending('What do I', 'Track my last order')).toBe('What do I');
  });

  it('AST-04 gets an unanswered question back, unless something else is typed there, which keeps the question beside it', () => {
    expect(returnQuestion('  ', 'What do I owe?')).toEqual({ draft: 'What do I owe?', kept: null });
    expect(returnQuestion('What do I owe? ', 'What do I owe?')).toEqual({ draft: 'What do I owe?', kept: null });
    expect(returnQuestion('Where is it?', 'What do I owe?')).toEqual({ draft: 'Where is it?', kept: 'What do I owe?' });
  });
});
