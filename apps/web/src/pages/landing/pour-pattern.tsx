import classes from './pour-pattern.module.css';

/** A day's pours, one line a job: when the first truck unloads, how long each takes, and which one is unloading now. */
const JOBS = [
  { start: 4, load: 14, interval: 18, loads: 4, live: -1 },
  { start: 30, load: 18, interval: 22, loads: 3, live: -1 },
  { start: 10, load: 10, interval: 14, loads: 5, live: 4 },
  { start: 18, load: 26, interval: 32, loads: 2, live: -1 },
  { start: 64, load: 12, interval: 16, loads: 3, live: -1 },
  { start: 2, load: 16, interval: 20, loads: 4, live: 3 },
  { start: 46, load: 22, interval: 26, loads: 2, live: -1 },
  { start: 14, load: 12, interval: 16, loads: 5, live: -1 },
  { start: 56, load: 30, interval: 34, loads: 2, live: -1 },
] as const;
const DAY = 120;
const LINE_HEIGHT = 14;

/** The picture beside the way in: a day of deliveries, drawn from plain bars. */
export function PourPattern() {
  return (
    <aside className={classes.panel} aria-hidden="true">
      <svg className={classes.chart} viewBox={`0 0 ${DAY} ${JOBS.length * LINE_HEIGHT}`} aria-hidden="true">
        {JOBS.map(({ start, load, interval, loads, live }, job) => (
          <g key={start} transform={`translate(0 ${(job + 0.5) * LINE_HEIGHT})`}>
            <line className={classes.line} x1={0} x2={DAY} y1={0} y2={0} />
            {Array.from({ length: loads }, (_, truck) => start + truck * interval).map((x, truck) => (
              <rect key={x} className={truck === live ? classes.live : classes.load} x={x} y={-2} width={load} height={4} rx={2} />
            ))}
          </g>
        ))}
      </svg>
    </aside>
  );
}
