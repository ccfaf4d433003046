import { MINUTE_MS } from '@yardage/domain/durations';
import './share.css';
import { HEADERS } from '@yardage/contract/headers';
import { getSharedBoard, type SharedBoard } from '@yardage/contract/pour';
import { formatDate, formatTime, timeZoneName } from '@yardage/domain/dates';
import { formatNumber } from '@yardage/domain/quantities';
import { applyCatalogue } from '@yardage/messages/messages.browser';
import { firstOffered, SOURCE_LANGUAGE } from '@yardage/messages/negotiate';
import { serverNow, shownPour } from '#web/features/pour/board.ts';
import board from '#web/features/pour/components/pour-board.module.css';
import { PourAlerts, PourFigures, PourQuantities, truckText, whenText } from '#web/features/pour/components/pour-figures.tsx';
import { PourTimeline } from '#web/features/pour/components/pour-timeline.tsx';
import { CATALOGUES } from '#web/lib/language/catalogues.ts';
import { show } from '#web/lib/plain-jsx.ts';
import { SHARE_PAGE_MESSAGES as MESSAGES } from './share.messages.ts';
import { LONG_WAIT_MS, newestCall, POLL_MS, problemOf, type ShareProblem, waitAfter } from './share-calls.ts';

// The page behind a link to a pour board, without React and the portal's bundle (SHR-01). The token is in the part of the address that
// browsers do not send, and goes to the server in the body of a call.

const TICK_MS = 10_000;
const METERS_A_MILE = 1609.344;
const OLD_POSITION_MINUTES = 3;

interface Received {
  answer: SharedBoard;
  atMs: number;
}
let received: Received | undefined;
let problem: ShareProblem | undefined;
/** Until when no call is made, because the server refuses them. Not by the time of day, which may be set back. */
let pausedUntilMs = 0;
let hasViewed = false;
let subscriptionKey = '';
let retry: ReturnType<typeof setTimeout> | undefined;
const openedAtMs = Date.now();

const container = document.getElementById('share');
if (!container) throw new Error('The page has no element for its content.');

const beginCall = newestCall();

async function load(): Promise<void> {
  if (problem === 'gone' || performance.now() < pausedUntilMs) return;
  clearTimeout(retry);
  let waitMs = waitAfter('offline', null);
  // One limit for everything: without the key there is no board either.
  const { signal, isNewest, end } = beginCall();
  try {
    subscriptionKey ||= (await (await fetch('/config.json', { signal })).json()).subscriptionKey;
    const response = await fetch(`/api${getSharedBoard.path}`, {
      method: getSharedBoard.method,
      headers: { 'content-type': 'application/json', [HEADERS.subscriptionKey]: subscriptionKey },
      body: JSON.stringify({ token: window.location.hash.slice(1), isFirst: !hasViewed }),
      referrerPolicy: 'no-referrer',
      signal,
    });
    if (response.ok) {
      const answer: SharedBoard = await response.json();
      if (!isNewest()) return;
      received = { answer, atMs: Date.now() };
      problem = undefined;
      hasViewed = true;
    } else {
      if (!isNewest()) return;
      problem = problemOf(response.status);
      if (problem === 'gone') received = undefined;
      // The key of the installation was changed since the page was opened.
      if (response.status === 401) subscriptionKey = '';
      waitMs = waitAfter(problem, response.headers.get('retry-after'));
      if (problem === 'busy') pausedUntilMs = performance.now() + waitMs;
    }
  } catch {
    if (!isNewest()) return;
    problem = 'offline';
  } finally {
    end();
  }
  if (problem && problem !== 'gone') retry = setTimeout(() => document.visibilityState === 'visible' && void load(), waitMs);
  draw();
}

function draw(): void {
  if (!container) return;
  // Once a link has ended, the page's title no longer names the order and the job.
  document.title = received ? `${MESSAGES.title(received.answer.orderNumber)} · ${received.answer.job}` : MESSAGES.page;
  show(container, <Content />);
}

function Content() {
  if (problem === 'gone') {
    return (
      <div className="message" role="alert">
        <h1>{MESSAGES.gone}</h1>
        <p>{MESSAGES.goneHint}</p>
      </div>
    );
  }
  if (!received) {
    const isLong = Date.now() - openedAtMs >= LONG_WAIT_MS;
    return (
      <p className="message" role="status">
        {problem ? MESSAGES.failed : isLong ? MESSAGES.stillLoading : MESSAGES.loading}
      </p>
    );
  }
  return <Board answer={received.answer} atMs={received.atMs} />;
}

function Board({ answer, atMs }: Received) {
  const time = (moment: string) => formatTime(moment, answer.timeZone);
  const nowMs = serverNow(answer, atMs, Date.now());
  const pour = shownPour(answer, nowMs);
  const when = (moment: string) => whenText(pour, Date.parse(moment), time);
  // An order that is over has nothing live any more. The trucks of a stopped one may still be under way.
  const isShown = pour.board.isOpen || pour.board.finish !== null || problem !== undefined;
  const status = answer.staleSince ? MESSAGES.stale(when(answer.staleSince)) : MESSAGES.live;
  return (
    <>
      <header>
        <p className="supplier">{answer.supplier}</p>
        <h1>{MESSAGES.title(answer.orderNumber)}</h1>
        <p className="context">
          {answer.job} · {answer.product}
        </p>
        {isShown ? (
          <p className="status" role="status" data-old={answer.staleSince || problem ? '' : undefined}>
            {problem && problem !== 'gone' ? MESSAGES.late[problem](when(answer.asOf)) : status}
          </p>
        ) : null}
      </header>
      <div className={board.board}>
        <PourAlerts pour={pour} />
        <PourQuantities pour={pour} />
        <PourFigures pour={pour} time={time} />
        {answer.trucks.length > 0 ? (
          <section className="trucks">
            <h2>{MESSAGES.trucks}</h2>
            <ul>
              {pour.timeline.rows.flatMap(({ load }) => {
                const truck = answer.trucks.find(({ loadId }) => loadId === load.id);
                return truck ? [<TruckLine key={load.id} name={truckText(pour, load)} truck={truck} nowMs={nowMs} />] : [];
              })}
            </ul>
          </section>
        ) : null}
        <PourTimeline pour={pour} time={time} />
      </div>
      <footer>
        <p>{MESSAGES.times(timeZoneName(answer.timeZone))}</p>
        <p>{MESSAGES.until(`${formatDate(answer.expiresAt, answer.timeZone)} ${time(answer.expiresAt)}`)}</p>
      </footer>
    </>
  );
}

function TruckLine({ name, truck, nowMs }: { name: string; truck: SharedBoard['trucks'][number]; nowMs: number }) {
  const minutes = Math.floor((nowMs - Date.parse(truck.recordedAt)) / MINUTE_MS);
  const miles = formatNumber(Math.round((truck.distanceMeters / METERS_A_MILE) * 10) / 10);
  return (
    <li>
      <b>{name}</b> <span>{MESSAGES.distance(miles)}</span>
      {minutes > OLD_POSITION_MINUTES ? <em>{MESSAGES.oldPosition(minutes)}</em> : null}
    </li>
  );
}

async function start(): Promise<void> {
  const language = firstOffered(navigator.languages, Object.keys(CATALOGUES)) ?? SOURCE_LANGUAGE;
  const catalogue = await CATALOGUES[language]?.share();
  if (catalogue) applyCatalogue(language, catalogue);
  document.documentElement.lang = language;
  draw();
  setInterval(draw, TICK_MS);
  await load();
  setInterval(() => document.visibilityState === 'visible' && void load(), POLL_MS);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void load());
  window.addEventListener('online', () => void load());
  window.addEventListener('offline', () => {
    problem ??= 'offline';
    draw();
  });
  window.addEventListener('hashchange', () => window.location.reload());
}
void start();
