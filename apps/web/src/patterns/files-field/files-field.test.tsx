import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { FilesField, UploadProgress, type useFiles } from './files-field.tsx';

const nothing = () => undefined;
const state = (fault: string | null): ReturnType<typeof useFiles> => ({
  files: [new File(['a'], 'a.pdf')],
  fault,
  setFault: nothing,
  clear: nothing,
  add: nothing,
  remove: nothing,
  refuse: nothing,
});
const field = (fault: string | null) =>
  renderToStaticMarkup(
    <MantineProvider>
      <FilesField label="Files" hint="PDF only" state={state(fault)} isDisabled={false} />
    </MantineProvider>,
  );
const progress = (share: number) =>
  renderToStaticMarkup(
    <MantineProvider>
      <UploadProgress progress={share} />
    </MantineProvider>,
  );

describe('a field for files', () => {
  it('SUP-09 ties the hint and the fault to its button, which takes the focus if a file is refused', () => {
    const refused = field('Too large.');
    const [, hintId, faultId] = /aria-invalid="true"[^>]*aria-describedby="([^" ]+) ([^" ]+)"/.exec(refused) ?? [];
    expect(refused).toContain(`id="${hintId}">PDF only`);
    expect(refused).toContain(`id="${faultId}" role="alert">Too large.`);
    expect(field(null)).not.toContain('aria-invalid');
    expect(field(null)).toContain('1 file added');
  });

  it('does not let screen readers read out every percent', () => {
    expect(progress(0.37)).toMatch(/role="status" aria-live="off">Sending, 37 %/);
    expect(progress(0.37)).toContain('aria-label="Sending"');
    expect(progress(1)).toMatch(/role="status" aria-live="polite">Checking/);
  });
});
