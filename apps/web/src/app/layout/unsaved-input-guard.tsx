import { type BlockerFn, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { readCustomer } from '#web/lib/customer/customer-url.ts';
import {
  askToDiscard,
  discardQuestion,
  hasUnsavedInput,
  leavingEffect,
  releaseInput,
  unsavedInput,
  warnBeforeUnload,
} from '#web/lib/overlays/unsaved-input.ts';
import { localOverlays } from '#web/lib/overlays/use-overlay.ts';
import { endedSession } from '#web/lib/session/ended-session.ts';
import { useStore } from '#web/lib/store.ts';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';

const loadQuestion = () => import('./discard-question.tsx');
const DiscardQuestion = lazyOpened(() => loadQuestion().then(({ DiscardQuestion }) => DiscardQuestion));

const SessionEnded = lazyOpened(() => import('./session-ended.tsx').then(({ SessionEnded }) => SessionEnded));

type Blocked = Parameters<BlockerFn>[0];

/**
 * The only blocker of navigation: lets Back close an overlay that is not in the address, and asks before links, Back, Forward, a closed
 * overlay or a closed tab discard what was typed. Also shows that the session has ended.
 */
export function UnsavedInputGuard() {
  const { history, options } = useRouter();
  const hasLocalOverlay = useStore(localOverlays, (overlays) => overlays.length > 0);
  const hasInput = useStore(unsavedInput, (entries) => entries.size > 0);
  const isGuarding = hasInput || hasLocalOverlay;
  const isAtRisk = useStore(unsavedInput, hasUnsavedInput);
  const question = useStore(discardQuestion);
  const isEnded = useStore(endedSession) !== null;
  useEffect(() => {
    warnBeforeUnload('unsaved-input', isAtRisk);
    return () => warnBeforeUnload('unsaved-input', false);
  }, [isAtRisk]);
  useEffect(() => {
    if (!isGuarding) return;
    // Loaded ahead, so that the question can be asked without a connection.
    loadQuestion().catch(() => undefined);
    const paramsOf = (search: string): Record<string, unknown> => options.parseSearch?.(search) ?? {};
    const blockerFn = ({ currentLocation: from, nextLocation: to, action }: Blocked): boolean => {
      const isTraversal = action !== 'PUSH' && action !== 'REPLACE';
      const uppermost = localOverlays.get().at(-1);
      if (action === 'BACK' && uppermost) {
        uppermost.close();
        return true;
      }
      const [before, after] = [paramsOf(from.search), paramsOf(to.search)];
      const isSamePage = from.pathname === to.pathname && readCustomer(before).customer === readCustomer(after).customer;
      const changesParam = (name: string): boolean => before[name] !== after[name];
      const effect = leavingEffect(unsavedInput.get(), { isTraversal, isSamePage, changesParam });
      if (effect === 'loses') {
        askToDiscard(() => {
          releaseInput();
          if (action === 'PUSH') history.push(to.href, to.state);
          else if (action === 'REPLACE') history.replace(to.href, to.state);
          else history.go(to.state.__TSR_index - from.state.__TSR_index);
        });
      }
      return effect !== 'none';
    };
    // The browser's own question is asked by `warnBeforeUnload`.
    return history.block({ blockerFn: async (blocked) => blockerFn(blocked), enableBeforeUnload: false });
  }, [history, options, isGuarding]);

  return (
    <>
      <MountOnceNeeded isNeeded={question !== null}>
        <DiscardQuestion />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={isEnded}>
        <SessionEnded />
      </MountOnceNeeded>
    </>
  );
}
