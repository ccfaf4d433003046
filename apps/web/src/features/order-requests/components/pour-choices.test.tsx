import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Choice } from './pour-choices.tsx';

const OFFERED = [
  { value: 'a', label: 'First' },
  { value: 'b', label: 'Second' },
];
const html = (value: string, error?: string) =>
  renderToStaticMarkup(<Choice label="Mix" value={value} offered={OFFERED} onChange={() => undefined} error={error} />);

describe('a choice of the pour form', () => {
  it.each([
    ['b', 'Second'],
    ['gone', 'First'],
  ])('REQ-01 marks the button that takes the focus when %s is refused, and ties the error to it', (value, label) => {
    const refused = html(value, 'Choose another mix.');
    const marked = refused.split('<button').filter((button) => button.includes('aria-invalid="true"'));
    expect(marked).toHaveLength(1);
    expect(marked[0]).toContain(label);
    const [, id] = /aria-describedby="([^"]+)"/.exec(marked[0] ?? '') ?? [];
    expect(refused).toContain(`id="${id}" role="alert">Choose another mix.`);
    expect(html(value)).not.toContain('aria-invalid');
  });
});
