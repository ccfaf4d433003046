import { describe, expect, it } from 'vitest';
import { isPortalPath } from './assistant.ts';

describe('a link of the assistant', () => {
  it('stays in the portal', () => {
    for (const path of ['/', '/orders', '/orders?order=7#top', '/a/b']) expect(isPortalPath(path), path).toBe(true);
    for (const path of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'orders',
      ' /orders',
      '/a b',
      '/a\\b',
      'javascript:alert(1)',
      '',
      '/a\n',
    ])
      expect(isPortalPath(path), path).toBe(false);
  });
});
