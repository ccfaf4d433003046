import { type ReactNode, useId } from 'react';
import { Brand } from './brand.tsx';
import classes from './message-page.module.css';

interface MessagePageProps {
  title: string;
  message: ReactNode;
  /** A short text above the title, such as a status code. */
  mark?: string;
  action?: ReactNode;
  /** Whether it is shown within the portal's layout instead of as a page of its own. */
  isInFrame?: boolean;
}

/** A page with one message and the next step. */
export function MessagePage({ title, message, mark, action, isInFrame = false }: MessagePageProps) {
  // In the portal's layout, the header already contains the h1.
  const Title = isInFrame ? 'h2' : 'h1';
  const titleId = useId();
  const content = (
    <div className={classes.message}>
      {mark ? <p className={classes.mark}>{mark}</p> : null}
      <Title className={classes.title} id={titleId}>
        {title}
      </Title>
      <p className={classes.text}>{message}</p>
      {action ? <div className={classes.action}>{action}</div> : null}
    </div>
  );
  if (isInFrame) return <section className={classes.inFrame}>{content}</section>;
  return (
    <div className={classes.alone}>
      <header className={classes.brand}>
        <Brand />
      </header>
      <main className={classes.middle} tabIndex={-1} aria-labelledby={titleId}>
        {content}
      </main>
    </div>
  );
}
