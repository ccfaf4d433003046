import type { ActiveTruck, RouteAnswer } from '@yardage/contract/truck-tracking';
import { isComing } from '@yardage/domain/truck-board';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNow } from '#web/lib/use-now.ts';
import { fleetOf } from '../fleet.ts';
import { focusOf, placesOf, truckPlace } from '../places.ts';
import { routeAhead } from '../route-ahead.ts';
import { TRUCK_TRACKING_MESSAGES as MESSAGES } from '../truck-tracking.messages.ts';
import { MapTools } from './map-tools.tsx';
import { MapTroubles } from './map-troubles.tsx';
import { StatusLegend } from './status-legend.tsx';
import classes from './truck-map.module.css';
import { useMapView } from './use-map-view.ts';

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

  const nowMs = useNow(TICK_MS);
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
  // Runs after the effect that shows all trucks, so that a truck selected in the URL gets focused.
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
