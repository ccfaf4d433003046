import { describe, expect, it } from 'vitest';
import { draftAfterSending, returnQuestion } from './assistant.api.ts';

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
