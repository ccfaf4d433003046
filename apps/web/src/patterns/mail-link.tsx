import { Fragment } from 'react';

/** A mailto link. A long address breaks after '@' or '.', not within a word. */
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
