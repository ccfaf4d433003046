/** Stripe's own fields, as far as we use its browser library. The library is loaded from Stripe, which allows no copy of it. */
interface StripeFields {
  mount(place: HTMLElement): void;
  destroy(): void;
  on(event: 'ready' | 'loaderror', run: () => void): void;
  on(event: 'change', run: (state: { empty: boolean }) => void): void;
}
interface StripeElements {
  create(kind: 'payment'): StripeFields;
  submit(): Promise<{ error?: unknown }>;
  update(options: { amount: number }): void;
}
interface StripeLibrary {
  elements(options: Record<string, unknown>): StripeElements;
  createConfirmationToken(options: { elements: StripeElements }): Promise<{ confirmationToken?: { id: string } }>;
}

declare global {
  interface Window {
    Stripe?: (publishableKey: string) => StripeLibrary;
  }
}

let loading: Promise<void> | undefined;

/** Loads the library once. A failed attempt is forgotten, so that the next one tries again. */
function loadLibrary(scriptUrl: string): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = scriptUrl;
    script.async = true;
    const fail = () => {
      script.remove();
      loading = undefined;
      reject(new Error('the processor was not reached'));
    };
    // What arrives may be another page, such as that of a proxy or a blocker.
    script.onload = () => (window.Stripe ? resolve() : fail());
    script.onerror = fail;
    document.head.append(script);
  });
  return loading;
}

export interface StripeFieldsOptions {
  scriptUrl: string;
  publishableKey: string;
  kind: 'card' | 'us_bank_account';
  /** What is to be charged, in cents; undefined if the method is only saved. */
  cents: number | undefined;
  language: string;
  isDark: boolean;
  onReady: () => void;
  onFailed: () => void;
  onChanged: (isChanged: boolean) => void;
}

/** Shows Stripe's fields in a place of the page. `collect` turns what was typed into a reference, or shows in the fields what is wrong. */
export async function showStripeFields(place: HTMLElement, options: StripeFieldsOptions) {
  await loadLibrary(options.scriptUrl);
  if (!window.Stripe) throw new Error('the processor was not reached');
  const stripe = window.Stripe(options.publishableKey);
  const elements = stripe.elements({
    ...(options.cents === undefined ? { mode: 'setup' } : { mode: 'payment', amount: options.cents }),
    currency: 'usd',
    allowedPaymentMethodTypes: [options.kind],
    locale: options.language,
    appearance: { theme: options.isDark ? 'night' : 'stripe' },
  });
  const fields = elements.create('payment');
  fields.on('ready', options.onReady);
  fields.on('loaderror', options.onFailed);
  fields.on('change', ({ empty }) => options.onChanged(!empty));
  fields.mount(place);
  return {
    async collect(): Promise<string | undefined> {
      if ((await elements.submit()).error) return undefined;
      const { confirmationToken } = await stripe.createConfirmationToken({ elements });
      // The fields have accepted what was typed, so they do not show why there is no reference.
      if (!confirmationToken) throw new Error('the processor returned no reference');
      return confirmationToken.id;
    },
    /** Changes what is to be charged without touching what was typed. */
    setAmount: (cents: number) => elements.update({ amount: cents }),
    remove: () => fields.destroy(),
  };
}
