import classes from './status-mark.module.css';

/** The meaning of a status, which selects its shape and colour. */
export type StatusKind = 'active' | 'done' | 'moving' | 'waiting' | 'partly' | 'pending' | 'held' | 'ended' | 'closed';

/** Each kind has its own shape on a 12 px grid, so that a status does not depend on colour. */
const SHAPES: Record<StatusKind, string> = {
  active: 'M6 2a4 4 0 100 8 4 4 0 000-8z',
  done: 'M6 .5a5.5 5.5 0 100 11 5.5 5.5 0 000-11zM3.4 6.2l1.8 1.8 3.5-3.8',
  moving: 'M2.5 1.5l8 4.5-8 4.5z',
  waiting: 'M6 1a5 5 0 100 10 5 5 0 000-10z',
  // The right half is hatched, because the shapes are drawn without filling.
  partly: 'M6 1a5 5 0 100 10 5 5 0 000-10zM6 1v10M7.5 1.6v8.8M9 2.4v7.2',
  pending: 'M6 1a5 5 0 100 10 5 5 0 000-10zM6 3.4v2.8l1.9 1.1',
  held: 'M3.5 2v8M8.5 2v8',
  closed: 'M6 1a5 5 0 100 10 5 5 0 000-10zM3.8 6h4.4',
  ended: 'M2.5 2.5l7 7M9.5 2.5l-7 7',
};

/** A status as text with its shape and colour. */
export function StatusMark({ kind, children }: { kind: StatusKind; children: string }) {
  return (
    <span className={classes.status} data-kind={kind}>
      <svg className={classes.shape} width={12} height={12} viewBox="0 0 12 12" aria-hidden="true">
        <path d={SHAPES[kind]} />
      </svg>
      {children}
    </span>
  );
}
