import { useComputedColorScheme } from '@mantine/core';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { publicConfig } from '#web/lib/config/public-config.ts';
import { logFailure } from '#web/lib/log.ts';
import type { TruckMapView } from '../map/map-engine.ts';

interface MapViewOptions {
  container: RefObject<HTMLElement | null>;
  popup: HTMLElement;
  title: string;
  onChoose: (ticketId: number | undefined) => void;
}

export interface MapState {
  /** Null until the map's script is loaded, and if the map cannot be drawn. */
  view: TruckMapView | null;
  /** The script failed to load, or the device cannot draw maps. */
  trouble: 'failed' | 'unavailable' | null;
  /** The configured style failed and was replaced by the built-in one. */
  isFallback: boolean;
  retry(): void;
}

/** Loads the map's script, which is larger than the rest of the portal, only on this page. Removes the map with the page. */
export function useMapView({ container, popup, title, onChoose }: MapViewOptions): MapState {
  const [view, setView] = useState<TruckMapView | null>(null);
  const [trouble, setTrouble] = useState<MapState['trouble']>(null);
  const [isFallback, setIsFallback] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const choose = useEffectEvent(onChoose);
  const settings = useEffectEvent(() => ({ scheme, title, styleUrl: publicConfig().map.styleUrl }));

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
