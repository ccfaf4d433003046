import { FileButton, type FileButtonProps } from '@mantine/core';
import { useRef } from 'react';

/** Mantine's file button, which forgets each choice: otherwise the browser reports no change if the same file is chosen again. */
export function FilePicker<Multiple extends boolean = false>({ onChange, ...props }: Omit<FileButtonProps<Multiple>, 'ref' | 'resetRef'>) {
  const reset = useRef<() => void>(null);
  return (
    <FileButton<Multiple>
      {...props}
      resetRef={reset}
      onChange={(chosen) => {
        onChange(chosen);
        reset.current?.();
      }}
    />
  );
}
