import type { PourAnswer, SentPourLoad } from '@yardage/contract/pour';
import { ORDER_TYPE } from '@yardage/domain/orders';
import { type PourBoard, pourBoard } from '@yardage/domain/pour';
import { type PourFacts, type PourLoad, plannedLoads } from '@yardage/domain/pour-facts';
import { pourTimeline, type Timeline } from '@yardage/domain/pour-timeline';
import { POUR_MESSAGES } from './pour.messages.ts';

/** Everything that the board shows at a moment. */
export interface ShownPour {
  answer: PourAnswer;
  /** Stone and block are delivered, and neither age nor have to follow without a gap. */
  isPour: boolean;
  board: PourBoard;
  timeline: Timeline;
  truckOf: (load: PourLoad) => string | null;
  nowMs: number;
}

/** Computes the board of an order from the server's facts. A screen on the wall has room for the last loads only. */
export function shownPour(answer: PourAnswer, nowMs: number, mostLines = Number.POSITIVE_INFINITY): ShownPour {
  const loads = answer.loads.map(loadOf);
  const facts: PourFacts = {
    orderStatusId: answer.orderStatusId,
    ordered: answer.ordered,
    startsAt: Date.parse(answer.startsAt),
    intervalMinutes: answer.intervalMinutes,
    loadCount: plannedLoads(answer, loads),
    loads,
  };
  const board = pourBoard(facts, nowMs);
  const isPour = answer.orderType === ORDER_TYPE.concrete;
  const timeline = pourTimeline(
    { loads: loads.slice(-mostLines), gaps: isPour ? board.gaps : [], finish: board.finish, maxAgeMinutes: answer.maxAgeMinutes },
    nowMs,
  );
  const trucks = new Map(answer.loads.map(({ id, truckNumber }) => [id, truckNumber]));
  return { answer, isPour, board, timeline, truckOf: ({ id }) => trucks.get(id) ?? null, nowMs };
}

/** Returns the server's time: that of its answer plus the time since then. A wrong clock of the device does no harm. */
export function serverNow(answer: Pick<PourAnswer, 'asOf'>, receivedAtMs: number, nowMs: number): number {
  return Date.parse(answer.asOf) + Math.max(0, nowMs - receivedAtMs);
}

const at = (moment: string | null): number | null => (moment === null ? null : Date.parse(moment));

function loadOf({ ticketNumber: _, truckNumber: __, eta, ...load }: SentPourLoad): PourLoad {
  return {
    ...load,
    dueAt: at(load.dueAt),
    ticketedAt: Date.parse(load.ticketedAt),
    loadedAt: at(load.loadedAt),
    leftAt: at(load.leftAt),
    arrivedAt: at(load.arrivedAt),
    pourStartedAt: at(load.pourStartedAt),
    finishedAt: at(load.finishedAt),
    eta: eta && { estimatedAt: Date.parse(eta.estimatedAt), earliestAt: Date.parse(eta.earliestAt), latestAt: Date.parse(eta.latestAt) },
  };
}

/** Returns the words for the material of an order. */
export const wordsOf = ({ orderType }: Pick<PourAnswer, 'orderType'>) =>
  POUR_MESSAGES.words[orderType === ORDER_TYPE.concrete ? 'pour' : 'delivery'];
