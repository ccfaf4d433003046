import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { HttpProblem, NetworkFailure } from '#web/lib/http/http-errors.ts';
import { ChatMissing } from './conversation.tsx';

describe('a chat that could not be loaded', () => {
  const shown = (error: Error): string =>
    renderToStaticMarkup(
      <MantineProvider>
        <ChatMissing query={{ error, refetch: vi.fn() }} />
      </MantineProvider>,
    );

  it.each([400, 403, 404])('CHT-02 is not found after %i', (status) => {
    expect(shown(new HttpProblem(status, {}))).toContain('Chat not found');
    expect(shown(new HttpProblem(status, {}))).not.toContain('Retry');
  });

  it.each([new HttpProblem(408, {}), new HttpProblem(429, {}), new HttpProblem(503, {}), new NetworkFailure('No response.')])(
    'CHT-02 can be loaded again after %s',
    (error) => {
      expect(shown(error)).toContain('The chat could not be loaded.');
      expect(shown(error)).toContain('Retry');
    },
  );
});
