import { ActionIcon, Button, CloseButton, useComputedColorScheme } from '@mantine/core';
import type { ActiveTruck, RouteAnswer } from '@yardage/contract/truck-tracking';
import { TICKET_STATUS_NAMES } from '@yardage/domain/names.messages';
import { isComing } from '@yardage/domain/truck-board';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { publicConfig } from '#web/lib/config/public-config.ts';
import { logFailure } from '#web/lib/log.ts';
import { useServerNow } from '#web/lib/use-now.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import { fleetOf } from '../fleet.ts';
import type { TruckMapView } from '../map/map-engine.ts';
import { focusOf, placesOf, routeAhead, truckPlace } from '../places.ts';
import { TRUCK_TRACKING_MESSAGES as MESSAGES } from '../truck-tracking.messages.ts';
import { StatusPin } from './status-pin.tsx';
import classes from './truck-map.module.css';

/** How often positions are checked for being stale. */
const TICK_MS = 15_000;

interface TruckMapProps {
  /** Undefined until the list is loaded. */
  trucks: readonly ActiveTruck[] | undefined;
  selected: ActiveTruck | undefined;
  route: RouteAnswer | undefined;
  onChoose: (ticketId: number | undefined) => void;
  /** The popup of the selected truck, drawn over its pin. */
  popup: ReactNode;
}

const NO_TRUCKS: readonly ActiveTruck[] = [];

/** The map with trucks, jobs, plants and the selected truck's route (TRK-01). Without WebGL it shows a notice; the list still works. */
export function TruckMap({ trucks, selected, route, onChoose, popup }: TruckMapProps) {
  const container = useRef<HTMLDivElement>(null);
  const [popupPlace] = useState(() => document.createElement('div'));
  const known = trucks ?? NO_TRUCKS;
  const title = MESSAGES.map(known.length);
  const { view, trouble, isFallback, retry } = useMapView({ container, popup: popupPlace, title, onChoose });

  useEffect(() => view?.setTitle(title), [view, title]);

  const nowMs = useServerNow(TICK_MS);
  const selectedId = selected?.ticketId;
  const fleet = useMemo(() => fleetOf(known, selectedId, nowMs), [known, selectedId, nowMs]);
  useEffect(() => view?.setTrucks(fleet), [view, fleet]);

  const places = useMemo(() => placesOf(known), [known]);
  useEffect(() => view?.setPlaces(places), [view, places]);

  const way = useMemo(() => {
    const place = selected && isComing(selected.ticketStatusId) ? truckPlace(selected) : null;
    return place && route ? routeAhead(route.points, place) : [];
  }, [selected, route]);
  useEffect(() => view?.setRoute(way), [view, way]);

  /** Returns all coordinates on the map, for the view of all trucks. */
  const all = () => [...places, ...fleet.map(({ place }) => place)];
  const goToSelected = useEffectEvent(() => {
    const focus = selected && focusOf(selected);
    if (focus) view?.focus(focus);
  });
  const showAll = useEffectEvent(() => view?.fit(all(), true));
  const isReady = view !== null && trucks !== undefined;
  useEffect(() => {
    if (isReady) showAll();
  }, [isReady]);
  // The first trucks of an empty board come into view, unless the user looks at something else.
  const showFirst = useEffectEvent(() => {
    if (selectedId === undefined && !view?.isMoved) showAll();
  });
  const hasPlaces = places.length + fleet.length > 0;
  useEffect(() => {
    if (isReady && hasPlaces) showFirst();
  }, [isReady, hasPlaces]);
  // Runs after the effects that show all trucks, so that a truck selected in the URL gets focused.
  useEffect(() => {
    if (isReady && selectedId !== undefined) goToSelected();
  }, [isReady, selectedId]);

  return (
    <section className={classes.frame} aria-label={title}>
      <div className={classes.stage}>
        <div ref={container} className={classes.map} data-testid="truck-map" />
        {view ? createPortal(popup, popupPlace) : null}
        {view ? (
          <MapTools
            onZoom={(levels) => view.zoomBy(levels)}
            onReset={() => {
              onChoose(undefined);
              view.fit(all());
            }}
          />
        ) : null}
        <MapTroubles trouble={trouble} isFallback={isFallback} onRetry={retry} />
      </div>
      <StatusLegend />
    </section>
  );
}

interface MapViewOptions {
  container: RefObject<HTMLElement | null>;
  popup: HTMLElement;
  title: string;
  onChoose: (ticketId: number | undefined) => void;
}

interface MapState {
  /** Null until the map's script is loaded, and if the map cannot be drawn. */
  view: TruckMapView | null;
  /** The script failed to load, or the device cannot draw maps. */
  trouble: 'failed' | 'unavailable' | null;
  /** The configured style failed and was replaced by the built-in one. */
  isFallback: boolean;
  retry(): void;
}

/** Loads the map's script, which is larger than the rest of the portal, only on this page. Removes the map with the page. */
function useMapView({ container, popup, title, onChoose }: MapViewOptions): MapState {
  const [view, setView] = useState<TruckMapView | null>(null);
  const [trouble, setTrouble] = useState<MapState['trouble']>(null);
  const [isFallback, setIsFallback] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const choose = useEffectEvent(onChoose);
  const settings = useEffectEvent(() => ({ scheme, title, ...publicConfig().map }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads the same again
  useEffect(() => {
    let isCurrent = true;
    let made: TruckMapView | undefined;
    setTrouble(null);
    import('../map/map-engine.ts')
      .then(({ TruckMapView }) => {
        if (!isCurrent || !container.current) return;
        made = makeMap(() => {
          if (!container.current) throw new Error('The map has no place on the page.');
          return new TruckMapView({
            container: container.current,
            popup,
            ...settings(),
            onChoose: (ticketId) => choose(ticketId),
            onFallback: () => setIsFallback(true),
          });
        });
        setView(made ?? null);
        if (!made) setTrouble('unavailable');
      })
      .catch((cause: unknown) => {
        logFailure('The map could not be loaded.', cause);
        if (isCurrent) setTrouble('failed');
      });
    return () => {
      isCurrent = false;
      setView(null);
      made?.destroy();
    };
  }, [container, popup, attempt]);

  useEffect(() => view?.setScheme(scheme), [view, scheme]);
  return { view, trouble, isFallback, retry: () => setAttempt((count) => count + 1) };
}

/** Creates the map. Returns undefined in a browser without WebGL. */
function makeMap(make: () => TruckMapView): TruckMapView | undefined {
  try {
    return make();
  } catch (cause) {
    logFailure('The map cannot be drawn here.', cause);
    return undefined;
  }
}

interface MapToolsProps {
  onZoom: (levels: 1 | -1) => void;
  onReset: () => void;
}

/** Buttons to zoom and to return to the view of all trucks (TRK-03). */
function MapTools({ onZoom, onReset }: MapToolsProps) {
  const tools = [
    { label: MESSAGES.zoomIn, icon: 'plus', run: () => onZoom(1) },
    { label: MESSAGES.zoomOut, icon: 'minus', run: () => onZoom(-1) },
    { label: MESSAGES.resetView, icon: 'overview', run: onReset },
  ] as const;
  return (
    <div className={classes.tools}>
      {tools.map(({ label, icon, run }) => (
        <ActionIcon key={icon} variant="default" size={36} aria-label={label} title={label} onClick={run}>
          <Icon name={icon} />
        </ActionIcon>
      ))}
    </div>
  );
}

interface MapTroublesProps extends Pick<MapState, 'trouble' | 'isFallback'> {
  onRetry: () => void;
}

/** Explains problems with the map: the fallback style is used, the script failed to load, or the device cannot draw maps. */
function MapTroubles({ trouble, isFallback, onRetry }: MapTroublesProps) {
  const [isNoteClosed, setIsNoteClosed] = useState(false);
  if (trouble) {
    const isFailed = trouble === 'failed';
    const retry = (
      <Button variant="default" onClick={onRetry}>
        {MESSAGES.retry}
      </Button>
    );
    return (
      <div className={classes.trouble}>
        <Notice
          kind={isFailed ? 'failure' : 'info'}
          title={isFailed ? MESSAGES.mapFailed : MESSAGES.mapUnavailable}
          action={isFailed ? retry : null}
        >
          {MESSAGES.mapUnavailableHint}
        </Notice>
      </div>
    );
  }
  if (!isFallback || isNoteClosed) return null;
  return (
    <div className={classes.note} role="status">
      <Icon name="info" size={16} />
      <span>{MESSAGES.styleFailed}</span>
      <CloseButton size={24} iconSize={14} aria-label={MESSAGES.dismiss} onClick={() => setIsNoteClosed(true)} />
    </div>
  );
}

/** The legend of the pins (TRK-08). */
function StatusLegend() {
  return (
    <ul className={classes.legend} aria-label={MESSAGES.legend}>
      {Object.entries(TICKET_STATUS_NAMES).map(([statusId, name]) => (
        <li key={statusId} className={classes.entry}>
          <StatusPin statusId={Number(statusId)} />
          {name}
        </li>
      ))}
    </ul>
  );
}
