import { MINUTE_MS } from './durations.ts';
import { ORDER_STATUS, type OrderType } from './orders.ts';

/** The states of a request. */
export const REQUEST_STATES = ['requested', 'proposed', 'confirmed', 'declined', 'withdrawn', 'expired'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];
/** The states in which somebody still has to answer. */
export const OPEN_REQUEST_STATES = ['requested', 'proposed'] as const satisfies readonly RequestState[];

/** Changes of an order that can be requested. */
export const CHANGE_KINDS = ['release', 'hold', 'resume', 'cancel', 'move', 'spacing', 'add', 'balance'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];
/** `pour` is a request for a new order of any material (decision 58); the name is kept for older versions. */
export const REQUEST_KINDS = ['pour', ...CHANGE_KINDS] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** What can be done with a request: dispatch proposes, confirms and declines; the customer accepts, refuses and withdraws. */
export const REQUEST_ACTIONS = ['propose', 'confirm', 'decline', 'accept', 'refuse', 'withdraw', 'expire'] as const;
export type RequestAction = (typeof REQUEST_ACTIONS)[number];

const NEXT: Readonly<Record<RequestState, Partial<Record<RequestAction, RequestState>>>> = {
  requested: { propose: 'proposed', confirm: 'confirmed', decline: 'declined', withdraw: 'withdrawn', expire: 'expired' },
  proposed: {
    propose: 'proposed',
    confirm: 'confirmed',
    decline: 'declined',
    accept: 'confirmed',
    // The request waits for dispatch again, who may propose something else.
    refuse: 'requested',
    withdraw: 'withdrawn',
    expire: 'expired',
  },
  confirmed: {},
  declined: {},
  withdrawn: {},
  expired: {},
};

/** Returns the state after an action, or undefined if the action is not possible. */
export function nextRequestState(state: RequestState, action: RequestAction): RequestState | undefined {
  return NEXT[state][action];
}

/** Whether somebody still has to answer. */
export function isOpenRequest(state: RequestState): boolean {
  return (OPEN_REQUEST_STATES as readonly RequestState[]).includes(state);
}

export const PLACEMENTS = ['chute', 'pump', 'conveyor', 'bucket'] as const;
export type Placement = (typeof PLACEMENTS)[number];

/** How stone and block are unloaded, as placement is for concrete. */
export const UNLOADINGS = ['pile', 'spread', 'boom', 'forklift', 'own'] as const;
export type Unloading = (typeof UNLOADINGS)[number];
/** Those that a material offers, the usual one first. */
export const UNLOADINGS_OF: Readonly<Record<OrderType, readonly Unloading[]>> = {
  1: [],
  2: ['pile', 'spread'],
  3: ['boom', 'forklift', 'own'],
};

const { toBeShipped, fob, willCall, onHold, shipping, stopped, backOrder } = ORDER_STATUS;

/** The order's facts that decide which changes can be requested. */
export interface ChangeableOrder {
  statusId: number;
  startsAt: string;
  /** Whether a load is ticketed, not counting cancelled ones. */
  hasTickets: boolean;
}

const STATUSES: Readonly<Record<ChangeKind, readonly number[]>> = {
  release: [willCall],
  hold: [toBeShipped, shipping],
  resume: [onHold, stopped],
  cancel: [toBeShipped, fob, willCall, onHold, backOrder],
  move: [toBeShipped, fob, willCall, onHold, backOrder],
  spacing: [toBeShipped, willCall, onHold, shipping, stopped],
  add: [toBeShipped, fob, willCall, onHold, shipping, stopped],
  balance: [shipping, stopped],
};
/** Changes of what has not started. They are refused after the cut-off and once a load is ticketed. */
const BEFORE_START: readonly ChangeKind[] = ['cancel', 'move'];
/** Changes that have to come before the cut-off, if nothing is ticketed yet. It protects what is scheduled. */
const WITH_CUT_OFF: readonly ChangeKind[] = ['hold', 'cancel', 'move'];
const SCHEDULED: readonly number[] = [toBeShipped, fob, shipping];

/** Returns why a change cannot be requested now: the order's status, or the cut-off; null if it can. */
export function changeFault(
  kind: ChangeKind,
  { statusId, startsAt, hasTickets }: ChangeableOrder,
  { changeCutOffMinutes }: { changeCutOffMinutes: number },
  now: Date,
): 'status' | 'cut-off' | null {
  if (!STATUSES[kind].includes(statusId)) return 'status';
  if (hasTickets) return BEFORE_START.includes(kind) ? 'status' : null;
  const isLate = Date.parse(startsAt) - now.getTime() < changeCutOffMinutes * MINUTE_MS;
  return isLate && SCHEDULED.includes(statusId) && WITH_CUT_OFF.includes(kind) ? 'cut-off' : null;
}

/** Returns the status of an order after a confirmed change. */
export function statusAfterChange(kind: ChangeKind, { statusId, hasTickets }: Pick<ChangeableOrder, 'statusId' | 'hasTickets'>): number {
  if (kind === 'cancel') return ORDER_STATUS.cancelled;
  if (kind === 'release') return toBeShipped;
  if (kind === 'hold') return statusId === shipping ? stopped : onHold;
  if (kind === 'resume') return hasTickets ? shipping : toBeShipped;
  return statusId;
}
