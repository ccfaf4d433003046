import { Button, useComputedColorScheme } from '@mantine/core';
import type { PaymentMethod } from '@yardage/contract/payments';
import type { PublicConfig } from '@yardage/contract/public-config';
import { centsOf } from '@yardage/domain/money';
import { KIND_OF_METHOD } from '@yardage/domain/saved-methods';
import { type RefObject, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import { publicConfig } from '#web/lib/config/public-config.ts';
import { useLanguage } from '#web/lib/language/language.ts';
import { Notice } from '#web/patterns/notice.tsx';
import { Skeleton } from '#web/patterns/skeleton.tsx';
import { HOSTED_MESSAGES as MESSAGES } from '../payables.messages.ts';
import { answeredInTime } from '../payment-attempts.ts';
import { showStripeFields } from '../stripe-fields.ts';
import classes from './checkout-form.module.css';

/** How long the processor's fields may take to appear, and to answer. */
const READY_MS = 15_000;
const ANSWER_MS = 30_000;

/**
 * Turns what was typed in the processor's fields into a reference; undefined if something is missing, which the fields show. Rejects if the
 * processor does not answer.
 */
export interface HostedHandle {
  collect(): Promise<string | undefined>;
}

/**
 * Asks the processor's fields for a reference, one request at a time. The processor takes seconds to answer. A user who has left the form by
 * then does not want to pay, so the reference is dropped.
 */
export function createCollector(onBusy: (isBusy: boolean) => void) {
  // Set at once: a second click comes before the next rendering.
  let isBusy = false;
  let visit = 0;
  return {
    leave(): void {
      visit += 1;
    },
    async collect(fields: HostedHandle | null): Promise<string | undefined> {
      if (isBusy) return undefined;
      const asked = visit;
      isBusy = true;
      onBusy(true);
      try {
        const reference = await fields?.collect();
        return asked === visit ? reference : undefined;
      } catch (cause) {
        if (asked === visit) throw cause;
        return undefined;
      } finally {
        isBusy = false;
        onBusy(false);
      }
    },
  };
}

/** A collector for the form that calls it, and whether it waits for the processor. */
export function useCollecting(fields: RefObject<HostedHandle | null>) {
  const [isCollecting, setIsCollecting] = useState(false);
  const [collector] = useState(() => createCollector(setIsCollecting));
  useEffect(() => () => collector.leave(), [collector]);
  return { isCollecting, collect: () => collector.collect(fields.current) };
}

interface HostedFieldsProps {
  method: PaymentMethod;
  /** What is to be charged; undefined if the method is only saved. */
  amount?: number;
  handle: RefObject<HostedHandle | null>;
  onChanged: (isChanged: boolean) => void;
  /** Called when Enter is pressed in a field. */
  onEnter: () => void;
}

type Fields = NonNullable<PublicConfig['paymentFields']>;
type PartProps = HostedFieldsProps & { isDark: boolean; language: string; onReady: () => void; onFailed: () => void };

/**
 * The processor's own fields for a card or account. No number passes through this page or our server (APY-05). The fields of a method that was
 * left stay, so that what was typed there is kept.
 */
export function HostedFields(props: HostedFieldsProps) {
  const { method, onChanged } = props;
  const [visited, setVisited] = useState<readonly PaymentMethod[]>([method]);
  const changed = useRef(new Map<PaymentMethod, boolean>());
  if (!visited.includes(method)) setVisited([...visited, method]);
  return visited.map((each) => (
    <MethodFields
      key={each}
      {...props}
      method={each}
      isShown={each === method}
      onChanged={(isChanged) => {
        changed.current.set(each, isChanged);
        onChanged([...changed.current.values()].includes(true));
      }}
    />
  ));
}

/** The fields of one method. Only those that are shown are asked for a reference. */
function MethodFields({ isShown, handle, ...props }: HostedFieldsProps & { isShown: boolean }) {
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  const language = useLanguage();
  const fields = publicConfig().paymentFields;
  const own = useRef<HostedHandle>(null);
  useImperativeHandle(isShown ? handle : undefined, () => ({ collect: async () => own.current?.collect() }), []);
  if (!fields) return null;
  return (
    <div className={isShown ? undefined : classes.away}>
      {/* Another language or another colour scheme needs a new frame, which loads or fails by itself. */}
      <Frame key={`${language} ${isDark}`} {...{ ...props, handle: own, fields, isDark, language }} />
    </div>
  );
}

function Frame(props: Omit<PartProps, 'onReady' | 'onFailed'> & { fields: Fields }) {
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (state !== 'loading') return;
    const timer = setTimeout(() => setState('failed'), READY_MS);
    return () => clearTimeout(timer);
  }, [state]);
  if (state === 'failed') {
    const retry = () => {
      setState('loading');
      setRound(round + 1);
    };
    return (
      <Notice
        kind="failure"
        title={MESSAGES.failed}
        action={
          <Button variant="default" onClick={retry}>
            {MESSAGES.retry}
          </Button>
        }
      />
    );
  }
  return (
    <fieldset className={classes.group}>
      <legend>{MESSAGES.legends[props.method]}</legend>
      {state === 'loading' ? <Skeleton width="100%" height={160} /> : null}
      {/* Not hidden altogether: fields that have no size never report that they are ready. */}
      <div className={state === 'loading' ? classes.unready : undefined}>
        <Part key={round} {...props} onReady={() => setState('ready')} onFailed={() => setState('failed')} />
      </div>
      <p className={classes.hint}>{MESSAGES.hint}</p>
    </fieldset>
  );
}

function Part({ fields, ...props }: PartProps & { fields: Fields }) {
  return fields.processor === 'sandbox' ? <SandboxFields url={fields.url} {...props} /> : <StripeFields {...fields} {...props} />;
}

/** The sandbox's page in a frame with an origin of its own: it cannot read this page, and this page cannot read it. */
function SandboxFields({ url, method, handle, isDark, language, onReady, onChanged, onEnter }: PartProps & { url: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const answer = useRef<(reference: string | undefined) => void>(undefined);
  const [height, setHeight] = useState(0);
  const hear = useEffectEvent((event: MessageEvent) => {
    if (!frame.current || event.source !== frame.current.contentWindow) return;
    const message = event.data as { type?: string; height?: number; isChanged?: boolean; reference?: string };
    if (message.type === 'ready') onReady();
    if (message.type === 'size') setHeight(Number(message.height));
    if (message.type === 'changed') onChanged(message.isChanged === true);
    if (message.type === 'enter') onEnter();
    if (message.type === 'reference' || message.type === 'fault') answer.current?.(message.reference);
  });
  useEffect(() => {
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, []);
  useImperativeHandle(
    handle,
    () => ({
      collect: () => {
        const answered = new Promise<string | undefined>((resolve) => {
          answer.current = resolve;
        });
        frame.current?.contentWindow?.postMessage({ type: 'submit' }, '*');
        return answeredInTime(answered, ANSWER_MS);
      },
    }),
    [],
  );
  const query = new URLSearchParams({
    kind: KIND_OF_METHOD[method],
    lang: language,
    theme: isDark ? 'dark' : 'light',
  });
  return (
    <iframe
      ref={frame}
      className={classes.frame}
      title={MESSAGES.legends[method]}
      src={`${url}?${query}`}
      sandbox="allow-scripts allow-forms"
      style={{ height }}
    />
  );
}

/** What Stripe calls the methods. */
const STRIPE_TYPES = { CreditCard: 'card', eCheck: 'us_bank_account' } as const satisfies Record<PaymentMethod, string>;

type StripeProps = PartProps & Extract<Fields, { processor: 'stripe' }>;

function StripeFields(props: StripeProps) {
  const { scriptUrl, publishableKey, method, amount, handle, isDark, language } = props;
  const place = useRef<HTMLDivElement>(null);
  const cents = amount === undefined ? undefined : centsOf(amount);
  const fields = useRef<Awaited<ReturnType<typeof showStripeFields>>>(undefined);
  const latestCents = useEffectEvent(() => cents);
  useEffect(() => {
    // Stripe refuses an amount of zero. Nothing is charged then, and the fields keep the amount of before.
    if (cents) fields.current?.setAmount(cents);
  }, [cents]);
  const tell = useEffectEvent((what: 'ready' | 'failed', isChanged?: boolean) => {
    if (isChanged !== undefined) props.onChanged(isChanged);
    else if (what === 'ready') props.onReady();
    else props.onFailed();
  });
  useEffect(() => {
    if (!place.current) return;
    let isGone = false;
    const shownCents = latestCents();
    const options = {
      scriptUrl,
      publishableKey,
      kind: STRIPE_TYPES[method],
      cents: shownCents,
      language,
      isDark,
      onReady: () => tell('ready'),
      onFailed: () => tell('failed'),
      onChanged: (isChanged: boolean) => tell('ready', isChanged),
    };
    showStripeFields(place.current, options).then(
      (shown) => {
        if (isGone) return shown.remove();
        fields.current = shown;
        // It may have changed while the fields were loaded.
        const now = latestCents();
        if (now && now !== shownCents) shown.setAmount(now);
        handle.current = { collect: shown.collect };
      },
      () => tell('failed'),
    );
    return () => {
      isGone = true;
      fields.current?.remove();
      fields.current = undefined;
      handle.current = null;
    };
  }, [scriptUrl, publishableKey, method, language, isDark, handle]);
  return <div ref={place} />;
}
