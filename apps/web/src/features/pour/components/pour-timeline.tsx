import { SEGMENT_KINDS, type TimelineRow } from '@yardage/domain/pour-timeline';
import { formatQuantity } from '@yardage/domain/quantities';
import { wordsOf } from '../board.ts';
import { POUR_MESSAGES as MESSAGES } from '../pour.messages.ts';
import { type FiguresProps, minutesBetween } from './pour-figures.tsx';
import classes from './pour-timeline.module.css';

/** One line per load on a common time axis, with gaps and waits marked. The table below it has the same times. */
export function PourTimeline({ pour, time }: FiguresProps) {
  const { rows, ticks, gaps, nowPercent } = pour.timeline;
  return (
    <section className={classes.timeline}>
      <h2 className={classes.title}>{MESSAGES.timeline}</h2>
      {rows.length === 0 ? <p className={classes.none}>{MESSAGES.timelineNone}</p> : null}
      {rows.length > 0 ? (
        <>
          <ul className={classes.legend} aria-hidden="true">
            {SEGMENT_KINDS.map((kind) => (
              <li key={kind}>
                <span className={classes.swatch} data-kind={kind} />
                {kind === 'pour' ? wordsOf(pour.answer).started : MESSAGES.segments[kind]}
              </li>
            ))}
          </ul>
          <div className={classes.chart} aria-hidden="true">
            <div className={classes.axis} data-dense={ticks.length > 4 || undefined}>
              {ticks.map(({ at, place }) => (
                <span key={at} style={{ left: `${place}%` }}>
                  {time(new Date(at).toISOString())}
                </span>
              ))}
            </div>
            <div className={classes.rows}>
              <div className={classes.under}>
                {ticks.map(({ at, place }) => (
                  <span key={at} className={classes.tick} style={{ left: `${place}%` }} />
                ))}
                {gaps.map(({ fromAt, toAt, from, to, isAhead }) => (
                  <span
                    key={fromAt}
                    className={classes.gap}
                    data-ahead={isAhead || undefined}
                    style={{ left: `${from}%`, width: `${to - from}%` }}
                    title={MESSAGES.gapMark(minutesBetween(fromAt, toAt))}
                  >
                    <em>{MESSAGES.minutes(minutesBetween(fromAt, toAt))}</em>
                  </span>
                ))}
                {nowPercent === null ? null : (
                  <span className={classes.now} style={{ left: `${nowPercent}%` }}>
                    <em>{MESSAGES.now}</em>
                  </span>
                )}
              </div>
              {rows.map((row) => (
                <Line key={row.load.id} row={row} pour={pour} />
              ))}
            </div>
          </div>
          <details className={classes.details}>
            <summary>{MESSAGES.table}</summary>
            <LoadTable pour={pour} time={time} />
          </details>
        </>
      ) : null}
    </section>
  );
}

function Line({ row, pour }: { row: TimelineRow; pour: FiguresProps['pour'] }) {
  const { load, segments, isLongWait, isOld, waitMinutes, ageMinutes } = row;
  const truck = pour.truckOf(load);
  return (
    <div className={classes.row}>
      <p className={classes.label}>
        <b>{load.loadNumber}</b>
        {truck === null ? null : <span>{truck}</span>}
        <span>{formatQuantity(load.quantity, pour.answer.unitOfMeasure)}</span>
        {load.isRejected ? <mark data-old>{MESSAGES.rejected}</mark> : null}
        {isLongWait ? <mark>{MESSAGES.waitMark(waitMinutes ?? 0)}</mark> : null}
        {isOld ? <mark data-old>{MESSAGES.ageMark(ageMinutes ?? 0)}</mark> : null}
      </p>
      <div className={classes.track}>
        {segments.map(({ kind, from, to, isAhead }) => (
          <span
            key={`${kind} ${isAhead}`}
            className={classes.segment}
            data-kind={kind}
            data-ahead={isAhead || undefined}
            data-long={(kind === 'wait' && isLongWait) || undefined}
            style={{ left: `${from}%`, width: `${Math.max(0, to - from)}%` }}
          />
        ))}
      </div>
    </div>
  );
}

function LoadTable({ pour, time }: FiguresProps) {
  const { rows } = pour.timeline;
  const at = (moment: number | null) => (moment === null ? '' : time(new Date(moment).toISOString()));
  const minutes = (count: number | null) => (count === null ? '' : MESSAGES.minutes(count));
  const heads = [MESSAGES.load, MESSAGES.truck, MESSAGES.quantity, MESSAGES.loaded, MESSAGES.left, MESSAGES.arrived];
  const lastHeads = [wordsOf(pour.answer).started, MESSAGES.done, MESSAGES.waited, ...(pour.isPour ? [MESSAGES.age] : [])];
  return (
    // Reachable by keyboard, because it scrolls sideways on a phone.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be focusable
    <section className={classes.scroll} tabIndex={0} aria-label={MESSAGES.table}>
      <table className={classes.table}>
        <thead>
          <tr>
            {[...heads, ...lastHeads].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ load, waitMinutes, isLongWait, ageMinutes, isOld }) => (
            <tr key={load.id}>
              <th scope="row">{load.loadNumber}</th>
              <td>{pour.truckOf(load) ?? ''}</td>
              <td data-marked={load.isRejected || undefined}>
                {formatQuantity(load.quantity, pour.answer.unitOfMeasure)}
                {load.isRejected ? ` · ${MESSAGES.rejected}` : null}
              </td>
              <td>{at(load.loadedAt)}</td>
              <td>{at(load.leftAt)}</td>
              <td>{at(load.arrivedAt)}</td>
              <td>{at(load.pourStartedAt)}</td>
              <td>{at(load.finishedAt)}</td>
              <td data-marked={isLongWait || undefined}>{minutes(waitMinutes)}</td>
              {pour.isPour ? <td data-marked={isOld || undefined}>{minutes(ageMinutes)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
