import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { PaymentMethod } from '@yardage/contract/payments';
import { roundedUpToMinute } from '@yardage/domain/durations';
import { type FormEvent, useRef, useState } from 'react';
import { useAccess } from '#web/lib/access/access.ts';
import { publicConfig } from '#web/lib/config/public-config.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { HttpProblem, NetworkFailure } from '#web/lib/http/http-errors.ts';
import { useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { Notice } from '#web/patterns/notice.tsx';
import { ViewTabs } from '#web/patterns/view-tabs.tsx';
import { CHECKOUT_MESSAGES } from '../../checkout.messages.ts';
import { addMethod } from '../../payables.api.ts';
import { HOSTED_MESSAGES, PAYABLES_MESSAGES as MESSAGES } from '../../payables.messages.ts';
import { chargedMethods, paymentDetailsOf } from '../../payment-form.ts';
import { HostedFields, type HostedHandle, useCollecting } from '../hosted-fields.tsx';
import { BillingFields, fieldId, MethodFields, usePaymentForm } from '../payment-fields.tsx';
import classes from './payables.module.css';

const PANEL_ID = 'add-method';
/** The form has no contact fields; these values pass its rules and are not sent. */
const NO_CONTACT = { customerEmail: 'nobody@example.com', customerPhone: '0000000000', avsName: '' };

interface AddMethodFormProps {
  onSaved: () => void;
  /** Called when it is not known whether the method was saved. */
  onUnclear: () => void;
  onCancel: () => void;
}

/** Card or account to be saved outside a payment. Users may save what they may charge. */
export function AddMethodForm(props: AddMethodFormProps) {
  const methods = chargedMethods(useAccess().permissions);
  const [first] = methods;
  return first ? (
    <MethodForm {...props} methods={methods} first={first} />
  ) : (
    <Notice kind="info" title={CHECKOUT_MESSAGES.noMethod}>
      {CHECKOUT_MESSAGES.noMethodHint}
    </Notice>
  );
}

type MethodFormProps = AddMethodFormProps & { methods: readonly PaymentMethod[]; first: PaymentMethod };

/** What is typed stays in memory. */
function MethodForm({ methods, first, onSaved, onUnclear, onCancel }: MethodFormProps) {
  const customer = useCustomer();
  const formats = useFormats();
  const [method, setMethod] = useState<PaymentMethod>(first);
  const isHosted = publicConfig().paymentFields !== null;
  const hosted = useRef<HostedHandle>(null);
  const [isHostedChanged, setIsHostedChanged] = useState(false);
  const [isUnanswered, setIsUnanswered] = useState(false);
  const form = usePaymentForm(method, formats.today(), NO_CONTACT);
  const saving = useMutation({
    mutationFn: (body: Parameters<typeof addMethod>[1]) => addMethod(customer, body),
    meta: { isForm: true, isSilent: true },
    onSuccess: onSaved,
    onError: (error) => isUnclear(error) && onUnclear(),
  });
  const { isCollecting, collect } = useCollecting(hosted);
  const isBusy = saving.isPending || isCollecting;
  useUnsavedInput({ isChanged: (form.isChanged || isHostedChanged) && !saving.isSuccess, isSending: isBusy });
  const saveHosted = async (): Promise<void> => {
    if (saving.isPending) return;
    setIsUnanswered(false);
    try {
      const reference = await collect();
      if (reference) saving.mutate({ paymentMethod: 'Hosted', kind: method, reference });
    } catch {
      setIsUnanswered(true);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isHosted) return void saveHosted();
    if (saving.isPending) return;
    const faulty = form.validate();
    if (faulty) document.getElementById(fieldId(faulty))?.focus();
    else saving.mutate(paymentDetailsOf(form.values, method));
  };
  return (
    <form className={classes.fields} noValidate aria-label={MESSAGES.addTitle} onSubmit={submit}>
      <ViewTabs
        label={MESSAGES.method}
        tabs={methods.map((value) => ({ value, label: MESSAGES.kinds[value] }))}
        value={method}
        onChange={(next) => !isBusy && setMethod(next)}
        panelId={PANEL_ID}
      />
      <div id={PANEL_ID} role="tabpanel" aria-label={MESSAGES.kinds[method]} className={classes.fields}>
        {isHosted ? (
          <HostedFields method={method} handle={hosted} onChanged={setIsHostedChanged} onEnter={() => void saveHosted()} />
        ) : (
          <>
            <MethodFields method={method} form={form} />
            <BillingFields form={form} />
          </>
        )}
      </div>
      {saving.error ? (
        <Notice kind="failure" title={isUnclear(saving.error) ? MESSAGES.addUnclear : MESSAGES.addFailed}>
          {reasonOf(saving.error, (moment) => formats.time(moment))}
        </Notice>
      ) : null}
      {isUnanswered && !saving.error ? (
        <Notice kind="failure" title={MESSAGES.addFailed}>
          {HOSTED_MESSAGES.unanswered}
        </Notice>
      ) : null}
      <div className={classes.actions}>
        <Button type="button" variant="default" disabled={isBusy} onClick={onCancel}>
          {MESSAGES.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {MESSAGES.save}
        </Button>
      </div>
    </form>
  );
}

/** Whether the write may have been done although it failed here: the answer was lost, or it is that of a proxy. */
export function isUnclear(error: Error): boolean {
  return error instanceof NetworkFailure || (error instanceof HttpProblem && error.status >= 500 && error.problem.code === undefined);
}

/** Returns what the server says, and from when on another try is possible; after a lost answer, where to look what became of it. */
export function reasonOf(error: Error, time: (moment: string) => string): string {
  if (isUnclear(error)) return MESSAGES.unclearHint;
  if (!(error instanceof HttpProblem)) return '';
  const { errors, detail, title, extensions } = error.problem;
  const retryAt = extensions?.retryAt;
  if (typeof retryAt === 'string') return `${title ?? ''} ${CHECKOUT_MESSAGES.retryAt(time(roundedUpToMinute(retryAt)))}`;
  return Object.values(errors ?? {})[0]?.[0] ?? detail ?? title ?? '';
}
