import { Button, NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { RequestDetail, RequestOptions } from '@yardage/contract/order-requests';
import { ORDER_TYPE_NAMES } from '@yardage/domain/names.messages';
import { ORDER_TYPE, type OrderType } from '@yardage/domain/orders';
import { formatNumber, readNumber } from '@yardage/domain/quantities';
import { loadsOf, MATERIAL_UNITS } from '@yardage/domain/request-rules';
import { PLACEMENTS, UNLOADINGS_OF } from '@yardage/domain/request-states';
import { Icon } from '#web/patterns/icon.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import { ORDER_REQUEST_MESSAGES } from '#web/patterns/order-request/order-request.messages.ts';
import { quantityText } from '#web/patterns/order-request/request-words.ts';
import { ORDER_REQUESTS_MESSAGES as MESSAGES } from '../order-requests.messages.ts';
import { isMixOffered, materialOf, type PourValues, quantityOf, type Repeated, startText } from '../pour-draft.ts';
import { Choice, type FormState, JobChoice, MixChoice, StartChoice } from './pour-choices.tsx';
import classes from './pour-form.module.css';
import { usePourForm } from './use-pour-form.ts';

interface PourFormProps {
  options: RequestOptions;
  repeated: Repeated | undefined;
  onSent: (request: RequestDetail) => void;
  onCancel: () => void;
}

/** The form of a pour, or of a delivery or pickup of stone and block. It opens ready to be sent; whatever differs is one tap away (REQ-01, REQ-04). */
export function PourForm({ options, repeated, onSent, onCancel }: PourFormProps) {
  const state = usePourForm({ options, repeated, onSent });
  const { values, errors, change, isBusy } = state;
  const { orderType } = materialOf(values, options);
  const isConcrete = orderType === ORDER_TYPE.concrete;
  const isPickedUp = !isConcrete && values.isPickedUp;
  const field = (name: Exclude<keyof PourValues, 'isPickedUp'>) => ({
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  });
  return (
    <form
      ref={state.element}
      className={classes.form}
      noValidate
      aria-label={MESSAGES.formTitles[orderType]}
      onSubmit={(event) => {
        event.preventDefault();
        state.submit();
      }}
    >
      {options.materials.length > 1 ? (
        <Choice
          label={MESSAGES.material}
          value={String(orderType)}
          offered={options.materials.map((each) => ({ value: String(each.orderType), label: ORDER_TYPE_NAMES[each.orderType] }))}
          onChange={(type) => state.chooseMaterial(Number(type) as OrderType)}
        />
      ) : null}
      <JobChoice state={state} options={options} repeated={repeated} />
      <MixChoice state={state} options={options} />
      <QuantityField state={state} options={options} />
      <StartChoice state={state} options={options} />
      {isConcrete ? (
        <Choice
          label={ORDER_REQUEST_MESSAGES.placement}
          value={values.placement}
          offered={PLACEMENTS.map((value) => ({ value, label: ORDER_REQUEST_MESSAGES.placements[value] }))}
          onChange={(placement) => change({ placement })}
        />
      ) : (
        <DeliveryChoice state={state} options={options} />
      )}
      <details className={classes.more}>
        <summary>
          {isConcrete ? MESSAGES.more : isPickedUp ? MESSAGES.morePickedUp : MESSAGES.moreDelivered}
          <Icon name="chevron" size={16} />
        </summary>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12} verticalSpacing={12} mt={12}>
          {isPickedUp ? null : (
            <TextInput
              label={MESSAGES.spacing}
              inputMode="numeric"
              {...field('intervalMinutes')}
              onChange={(event) => change({ intervalMinutes: event.currentTarget.value, yardsPerHour: '' })}
            />
          )}
          {isConcrete ? (
            <>
              <TextInput
                label={MESSAGES.yardsPerHour}
                inputMode="decimal"
                {...field('yardsPerHour')}
                onChange={(event) => change({ yardsPerHour: event.currentTarget.value, intervalMinutes: '' })}
              />
              <TextInput label={MESSAGES.holdQuantity} inputMode="decimal" {...field('holdQuantity')} />
              <TextInput label={ORDER_REQUEST_MESSAGES.slump} maxLength={40} {...field('slump')} />
              <TextInput label={ORDER_REQUEST_MESSAGES.admixtures} maxLength={200} {...field('admixtures')} />
            </>
          ) : null}
          <TextInput label={ORDER_REQUEST_MESSAGES.poNumber} maxLength={60} {...field('poNumber')} />
          <TextInput label={MESSAGES.contactName} maxLength={80} {...field('contactName')} />
          <TextInput label={MESSAGES.contactPhone} type="tel" maxLength={20} {...field('contactPhone')} />
        </SimpleGrid>
        <Textarea label={ORDER_REQUEST_MESSAGES.notes} rows={3} maxLength={1000} mt={12} {...field('notes')} />
      </details>
      {errors.form ? <Notice kind="failure" title={errors.form} /> : null}
      <div className={classes.actions}>
        <p className={classes.summary}>{summaryOf(values, options)}</p>
        {state.isDraft ? (
          <Button type="button" variant="subtle" disabled={isBusy} onClick={state.clear} title={MESSAGES.draftKept}>
            {MESSAGES.clear}
          </Button>
        ) : null}
        <Button type="button" variant="default" disabled={isBusy} onClick={onCancel}>
          {MESSAGES.cancel}
        </Button>
        <Button type="submit" loading={isBusy} className={classes.send}>
          {MESSAGES.send}
        </Button>
      </div>
    </form>
  );
}

/** What will be sent, beside the button: on a phone the fields themselves are out of sight. */
function summaryOf(values: PourValues, options: RequestOptions): string {
  const { mix } = materialOf(values, options);
  const quantity = quantityOf(values, options);
  const parts = [
    quantity && quantity > 0 ? quantityText(quantity, mix.unitOfMeasure, mix.piecesPerPallet) : '',
    startText(values),
    isMixOffered(values, options) ? mix.description : '',
  ];
  return parts.filter(Boolean).join(' · ');
}

/** Delivered and how it is unloaded, or picked up and where. */
function DeliveryChoice({ state: { values, errors, change }, options }: { state: FormState; options: RequestOptions }) {
  const { orderType } = materialOf(values, options);
  return (
    <>
      <Choice
        label={MESSAGES.delivery}
        value={values.isPickedUp ? 'pickup' : 'delivery'}
        offered={[
          { value: 'delivery', label: MESSAGES.delivered },
          { value: 'pickup', label: MESSAGES.pickedUp },
        ]}
        onChange={(chosen) => change({ isPickedUp: chosen === 'pickup' })}
      />
      {values.isPickedUp ? (
        <NativeSelect
          label={MESSAGES.plant}
          value={values.plantId}
          error={errors.plantId}
          data={[
            { value: '', label: MESSAGES.choosePlant },
            ...options.plants.map(({ id, number, name }) => ({ value: String(id), label: `${number} ${name}` })),
          ]}
          onChange={(event) => change({ plantId: event.currentTarget.value })}
        />
      ) : (
        <Choice
          label={ORDER_REQUEST_MESSAGES.unloading}
          value={values.unloading}
          offered={UNLOADINGS_OF[orderType].map((value) => ({ value, label: ORDER_REQUEST_MESSAGES.unloadings[value] }))}
          onChange={(unloading) => change({ unloading })}
        />
      )}
    </>
  );
}

/** Keeps the line below the field while there is nothing to say. */
const NO_LOADS = '\u00a0';

function QuantityField({ state: { values, errors, change }, options }: { state: FormState; options: RequestOptions }) {
  const { orderType, rules, mix } = materialOf(values, options);
  const typed = readNumber(values.quantity) || 0;
  const quantity = quantityOf(values, options) || 0;
  const { piecesPerPallet } = mix;
  const isInPallets = piecesPerPallet !== null && values.unit === 'pallets';
  const least = isInPallets ? 1 : values.isPickedUp ? MATERIAL_UNITS[orderType].step : rules.minimumLoad;
  const step = (by: number): void => change({ quantity: String(Math.max(least, typed + by)) });
  const { loadCount } = loadsOf({ quantity, intervalMinutes: null, yardsPerHour: null }, rules);
  const trucks = values.isPickedUp ? null : MESSAGES.loads(loadCount);
  const pieces = isInPallets ? MESSAGES.ofPallets(typed, formatNumber(quantity)) : null;
  const changeUnit = (unit: PourValues['unit']): void => {
    if (unit === values.unit || !piecesPerPallet) return;
    const changed = unit === 'pallets' ? Math.ceil(typed / piecesPerPallet) : typed * piecesPerPallet;
    change({ unit, quantity: typed > 0 ? String(changed) : '' });
  };
  return (
    <div className={classes.quantity}>
      <Button type="button" variant="default" aria-label={MESSAGES.oneLess} onClick={() => step(-1)}>
        <Icon name="minus" size={16} />
      </Button>
      <TextInput
        className={classes.grow}
        label={`${ORDER_REQUEST_MESSAGES.quantity} (${isInPallets ? MESSAGES.pallets.toLowerCase() : MESSAGES.units[orderType]})`}
        inputMode="decimal"
        required
        withAsterisk={false}
        value={values.quantity}
        error={errors.quantity}
        description={quantity > 0 ? [pieces, trucks].filter(Boolean).join(' · ') : NO_LOADS}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={(event) => change({ quantity: event.currentTarget.value })}
      />
      <Button type="button" variant="default" aria-label={MESSAGES.oneMore} onClick={() => step(1)}>
        <Icon name="plus" size={16} />
      </Button>
      {piecesPerPallet ? (
        <NativeSelect
          className={classes.unit}
          label={MESSAGES.unit}
          value={values.unit}
          data={[
            { value: 'pieces', label: MESSAGES.pieces },
            { value: 'pallets', label: MESSAGES.pallets },
          ]}
          onChange={(event) => changeUnit(event.currentTarget.value as PourValues['unit'])}
        />
      ) : null}
    </div>
  );
}
