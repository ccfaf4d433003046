import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { MessageLog } from './message-log.tsx';

describe('the log of a chat', () => {
  it('CHT-12 does not read out the conversation that it opens with, nor who is typing', () => {
    const html = renderToStaticMarkup(
      <MessageLog
        messages={[]}
        side="customer"
        otherReadSequence={0}
        typingName="Ann"
        timeZone={undefined}
        onRetry={() => undefined}
        onSeen={() => undefined}
        isEnded={false}
        onDiscard={() => undefined}
      />,
    );
    expect(html).toMatch(/role="log"[^>]*aria-live="off"/);
    expect(html).toMatch(/<div aria-live="off"><p[^>]*>Ann/);
  });
});
