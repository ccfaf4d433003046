import { Fragment } from 'react';

/** An address to write to; where it is longer than its place it breaks after a sign of its own, not in a word. */
export function MailLink({ email }: { email: string }) {
  const parts = email.split(/(?<=[@.])/);
  return (
    <a href={`mailto:${email}`}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part of an address is nothing but its place
        <Fragment key={index}>
          {index > 0 ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </a>
  );
}
