import type { PourAnswer } from '@yardage/contract/pour';
import { dayAt, formatShortDay } from '@yardage/domain/dates';
import { MINUTE_MS } from '@yardage/domain/durations';
import { LOAD_PLACES } from '@yardage/domain/names.messages';
import { ORDER_STATUS } from '@yardage/domain/orders';
import { MIN_LOADS_FOR_RATE } from '@yardage/domain/pour';
import { isLoadUnderWay, type PourLoad } from '@yardage/domain/pour-facts';
import { formatNumber, formatQuantity } from '@yardage/domain/quantities';
import { arrivalText } from '#web/patterns/arrival.ts';
import { type ShownPour, wordsOf } from '../board.ts';
import { POUR_MESSAGES as MESSAGES } from '../pour.messages.ts';
import classes from './pour-board.module.css';

// Components without hooks: the page behind a link draws them without React (decision 49).

export interface FiguresProps {
  pour: ShownPour;
  /** Formats a moment as a time of day at the job. */
  time: (moment: string) => string;
}

const PARTS = ['poured', 'onSite', 'onRoad', 'atPlant', 'toLoad'] as const;
const MIN_ALERTED_GAP_MINUTES = 10;

/** How much is poured and where the rest is. */
export function PourQuantities({ pour: { answer, board } }: Pick<FiguresProps, 'pour'>) {
  const unit = answer.unitOfMeasure;
  const { quantities } = board;
  const words = wordsOf(answer);
  const pallets = palletsText(answer, quantities.poured);
  const whole = Math.max(
    answer.ordered,
    PARTS.reduce((sum, part) => sum + quantities[part], 0),
    1,
  );
  return (
    <section className={classes.quantities}>
      <p className={classes.headline}>
        <strong>{formatNumber(quantities.poured)}</strong> {words.headline(formatQuantity(answer.ordered, unit))}
        {pallets ? <span className={classes.pallets}>{pallets}</span> : null}
      </p>
      <div className={classes.bar} aria-hidden="true">
        {PARTS.map((part) => (
          <span key={part} data-part={part} style={{ width: `${(quantities[part] / whole) * 100}%` }} />
        ))}
      </div>
      <dl className={classes.parts}>
        {PARTS.map((part) => (
          <div key={part} data-part={part}>
            <dt>{part === 'poured' ? words.done : part === 'toLoad' && !board.isOpen ? MESSAGES.notLoaded : MESSAGES[part]}</dt>
            <dd>{formatQuantity(quantities[part], unit)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Block is counted in pieces, but arrives and is checked in pallets. */
function palletsText({ piecesPerPallet, ordered }: PourAnswer, done: number): string | null {
  if (!piecesPerPallet) return null;
  const pallets = (pieces: number) => formatNumber(Math.round((pieces / piecesPerPallet) * 10) / 10);
  return MESSAGES.pallets(pallets(done), pallets(ordered));
}

/** What somebody on the job has to know or do now. */
export function PourAlerts({ pour }: Pick<FiguresProps, 'pour'>) {
  const texts = alertsOf(pour);
  if (texts.length === 0) return null;
  return (
    <ul className={classes.alerts} aria-label={MESSAGES.alerts}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

/** Returns the sentences about what needs attention, the most urgent first. */
export function alertsOf(pour: ShownPour): string[] {
  const { answer, board, timeline } = pour;
  const name = (load: PourLoad) => truckText(pour, load);
  // Only concrete has to follow without a break.
  const gap = pour.isPour ? (board.gapMinutes ?? 0) : 0;
  const standing = pour.isPour ? (board.standingMinutes ?? 0) : 0;
  const hasStarted = board.quantities.poured > 0 || board.waits.length > 0;
  const notes: Readonly<Record<number, string>> = MESSAGES.statusNotes;
  const note = notes[answer.orderStatusId];
  return [
    ...(note ? [note] : []),
    ...timeline.rows
      .filter(({ isOld, load }) => isOld && load.finishedAt === null && isLoadUnderWay(load))
      .map(({ load, ageMinutes }) => MESSAGES.alertOld(name(load), ageMinutes ?? 0)),
    ...board.waits
      .filter(({ isLong, isWaiting }) => isLong && isWaiting)
      .map(({ load, minutes }) => MESSAGES.alertWait(name(load), minutes)),
    ...(board.balance?.isUnplanned ? [MESSAGES.alertShort(formatQuantity(board.balance.quantity, answer.unitOfMeasure))] : []),
    ...(standing >= MIN_ALERTED_GAP_MINUTES ? [MESSAGES.alertStanding(standing)] : []),
    ...(board.next?.kind === 'overdue' ? [MESSAGES.alertOverdue] : []),
    ...(hasStarted && gap >= MIN_ALERTED_GAP_MINUTES ? [MESSAGES.alertGap(gap)] : []),
  ];
}

/** The figures beside the quantities: next truck, gap, rate, finish, balance and the trucks on site. */
export function PourFigures({ pour, time }: FiguresProps) {
  return (
    <dl className={classes.figures} aria-label={wordsOf(pour.answer).figures}>
      {[nextFigure(pour, time), gapFigure(pour), rateFigure(pour), finishFigure(pour, time), balanceFigure(pour)].map(
        ({ name, value, hints, isUrgent }) => (
          <div key={name} className={classes.figure} data-urgent={isUrgent || undefined}>
            <dt>{name}</dt>
            <dd>
              <strong>{value}</strong>
              {hints.filter(Boolean).map((hint) => (
                <span key={hint}>{hint}</span>
              ))}
            </dd>
          </div>
        ),
      )}
      <div className={classes.figure} data-urgent={pour.board.waits.some(({ isLong, isWaiting }) => isLong && isWaiting) || undefined}>
        <dt>{MESSAGES.waits}</dt>
        <dd>
          {pour.board.waits.length === 0 ? <span>{MESSAGES.waitsNone}</span> : null}
          {pour.board.waits.map(({ load, minutes, isWaiting, isLong }) => (
            <span key={load.id} className={classes.wait} data-long={(isLong && isWaiting) || undefined}>
              <b>{truckText(pour, load)}</b> {isWaiting ? MESSAGES.waiting(minutes) : wordsOf(pour.answer).atWork(minutes)}
            </span>
          ))}
        </dd>
      </div>
    </dl>
  );
}

interface Figure {
  name: string;
  value: string;
  hints: string[];
  isUrgent?: boolean;
}

type Time = FiguresProps['time'];
const iso = (ms: number): string => new Date(ms).toISOString();

/** A time of day, with its day if that is another one than today. */
export function whenText({ answer: { timeZone }, nowMs }: ShownPour, ms: number, time: Time): string {
  const day = dayAt(new Date(ms), timeZone);
  return day === dayAt(new Date(nowMs), timeZone) ? time(iso(ms)) : `${formatShortDay(day)} ${time(iso(ms))}`;
}

function spanHint({ earliestAt, latestAt }: { earliestAt: number; latestAt: number }, time: Time): string {
  const [from, to] = [time(iso(earliestAt)), time(iso(latestAt))];
  return from === to ? '' : MESSAGES.span(from, to);
}

function nextFigure(pour: ShownPour, time: Time): Figure {
  const { next } = pour.board;
  const name = MESSAGES.next;
  switch (next?.kind) {
    case 'expected': {
      const value = arrivalText(iso(next.arrival.estimatedAt), pour.nowMs, time);
      return { name, value, hints: [spanHint(next.arrival, time), truckText(pour, next.load)] };
    }
    case 'under-way':
      return { name, value: LOAD_PLACES[next.place], hints: [MESSAGES.underWayHint, truckText(pour, next.load)] };
    case 'scheduled':
      return { name, value: MESSAGES.planned(whenText(pour, next.at, time)), hints: [] };
    case 'overdue':
      return { name, value: MESSAGES.overdue, hints: [MESSAGES.overdueHint(whenText(pour, next.at, time))], isUrgent: true };
    default:
      return { name, value: MESSAGES.noNext, hints: [MESSAGES.noNextHint] };
  }
}

function gapFigure({ answer, isPour, board: { gapMinutes, quantities, waits, next } }: ShownPour): Figure {
  const name = MESSAGES.gap;
  if (!next) return { name, value: MESSAGES.noNext, hints: [MESSAGES.noNextHint] };
  if (quantities.poured === 0 && waits.length === 0) return { name, value: MESSAGES.noGap, hints: [MESSAGES.notStarted] };
  if (gapMinutes === null) return { name, value: MESSAGES.unknown, hints: [MESSAGES.gapUnknownHint] };
  if (gapMinutes === 0) return { name, value: MESSAGES.noGap, hints: waits.length > 0 ? [wordsOf(answer).noGapHint] : [] };
  const isUrgent = isPour && gapMinutes >= MIN_ALERTED_GAP_MINUTES;
  return { name, value: MESSAGES.minutes(gapMinutes), hints: [MESSAGES.gapHint], isUrgent };
}

function rateFigure({ answer, board: { rateNow, rateOverall, ratePlanned, isOpen } }: ShownPour): Figure {
  const perHour = (rate: number) => MESSAGES.perHour(formatQuantity(Math.round(rate), answer.unitOfMeasure));
  const plan = ratePlanned === null ? MESSAGES.rateNoPlan : MESSAGES.ratePlanned(perHour(ratePlanned));
  if (!isOpen)
    return { name: wordsOf(answer).rateOverall, value: rateOverall === null ? MESSAGES.unknown : perHour(rateOverall), hints: [plan] };
  if (rateNow === null)
    return { name: MESSAGES.rate, value: MESSAGES.rateTooLittle, hints: [MESSAGES.rateTooLittleHint(MIN_LOADS_FOR_RATE), plan] };
  return { name: MESSAGES.rate, value: perHour(rateNow), hints: [plan] };
}

function finishFigure(pour: ShownPour, time: Time): Figure {
  const { answer, board, nowMs } = pour;
  const { finish, isOpen, quantities } = board;
  const name = MESSAGES.finish;
  if (finish) {
    // Before the first load, the span of a whole day's plan says nothing.
    const span = answer.loads.length > 0 ? spanHint(finish, time) : '';
    const when = (moment: string) => whenText(pour, Date.parse(moment), time);
    return {
      name,
      value: arrivalText(iso(finish.estimatedAt), nowMs, when),
      hints: [span, finish.basis === 'plan' ? MESSAGES.finishByPlan : ''],
    };
  }
  const ends = answer.loads.flatMap(({ finishedAt, isRejected }) => (isRejected ? [] : (finishedAt ?? []))).toSorted();
  const last = ends.at(-1);
  const hints = last ? [MESSAGES.finishedAt(whenText(pour, Date.parse(last), time))] : [];
  const { poured, toLoad, onSite, onRoad, atPlant } = quantities;
  const isPoured = poured > 0 && toLoad + onSite + onRoad + atPlant === 0;
  if (isPoured || answer.orderStatusId === ORDER_STATUS.complete) return { name, value: MESSAGES.finished, hints };
  if (!isOpen) return { name, value: MESSAGES.notOpen, hints };
  return { name, value: MESSAGES.unknown, hints: [MESSAGES.finishUnknownHint] };
}

function balanceFigure({ answer, board: { balance, isOpen } }: ShownPour): Figure {
  const name = wordsOf(answer).balance;
  const unit = answer.unitOfMeasure;
  if (!isOpen) return { name, value: MESSAGES.noNext, hints: [MESSAGES.notSent] };
  if (!balance) return { name, value: formatQuantity(0, unit), hints: [MESSAGES.balanceNone] };
  const loads = MESSAGES.balanceLoads(balance.loads, formatQuantity(balance.lastLoad, unit));
  return {
    name,
    value: formatQuantity(balance.quantity, unit),
    hints: [balance.isUnplanned ? MESSAGES.balanceUnplanned : loads],
    isUrgent: balance.isUnplanned,
  };
}

/** Names a load as people on site do: by its truck. */
export function truckText({ truckOf }: Pick<ShownPour, 'truckOf'>, load: PourLoad): string {
  const truck = truckOf(load);
  return truck === null ? MESSAGES.loadOnly(load.loadNumber) : MESSAGES.truckLoad(truck, load.loadNumber);
}

/** Returns whole minutes between two moments. */
export function minutesBetween(fromAt: number, toAt: number): number {
  return Math.round((toAt - fromAt) / MINUTE_MS);
}
