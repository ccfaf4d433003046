import { Fragment } from 'react';

/** An address to write to; where it is longer than its place it breaks after a sign of its own, not in a word. */
export function MailLink({ email }: { email: string }) {
  return (
    <a href={`mailto:${email}`}>
      {[...email.matchAll(/[^@.]*[@.]|[^@.]+$/g)].map(({ 0: part, index }) => (
        <Fragment key={index}>
          {index > 0 ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </a>
  );
}
