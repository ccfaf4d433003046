import classes from './landing-page.module.css';

/** A day's pours, one row per job: when the first truck unloads, how long each takes, and the interval between trucks. */
const JOBS = [
  { start: 4, load: 10, interval: 13, loads: 5 },
  { start: 30, load: 14, interval: 17, loads: 3 },
  { start: 5, load: 7, interval: 10, loads: 8 },
  { start: 18, load: 20, interval: 24, loads: 2 },
  { start: 76, load: 9, interval: 12, loads: 4 },
  { start: 2, load: 12, interval: 15, loads: 6 },
  { start: 34, load: 16, interval: 20, loads: 3 },
  { start: 9, load: 8, interval: 11, loads: 7 },
  { start: 24, load: 12, interval: 16, loads: 3 },
  { start: 58, load: 22, interval: 26, loads: 2 },
  { start: 8, load: 9, interval: 12, loads: 4 },
] as const;
const DAY = 120;
const NOW = 72;
const LINE_HEIGHT = 11;
const HEIGHT = JOBS.length * LINE_HEIGHT;
const BAR_HEIGHT = 2.5;

/** A day of deliveries up to now, drawn as bars. The entry video ends on the same picture, so change both together. */
export function PourPattern() {
  return (
    <svg className={classes.chart} viewBox={`0 0 ${DAY} ${HEIGHT}`} preserveAspectRatio="xMinYMid slice" aria-hidden="true">
      {JOBS.map(({ start, load, interval, loads }, job) => (
        <g key={start} transform={`translate(0 ${(job + 0.5) * LINE_HEIGHT})`}>
          <line className={classes.line} x1={0} x2={DAY} />
          {Array.from({ length: loads }, (_, truck) => start + truck * interval).map((x) => (
            <Load key={x} x={x} width={load} />
          ))}
        </g>
      ))}
      <line className={classes.now} x1={NOW} x2={NOW} y1={0} y2={HEIGHT} />
    </svg>
  );
}

/** One truck: done, unloading now, or planned. */
function Load({ x, width }: { x: number; width: number }) {
  const bar = { x, y: -BAR_HEIGHT / 2, width, height: BAR_HEIGHT, rx: BAR_HEIGHT / 2 };
  if (x + width <= NOW) return <rect className={classes.done} {...bar} />;
  if (x >= NOW) return <rect className={classes.planned} {...bar} />;
  return (
    <>
      <rect className={classes.live} {...bar} />
      <rect className={classes.poured} {...bar} style={{ clipPath: `inset(0 ${x + width - NOW}px 0 0)` }} />
    </>
  );
}
