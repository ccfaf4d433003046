import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PlantLoad } from '@yardage/contract/desk-requests';
import { isOnCalendar } from '@yardage/domain/calendar';
import type { OrderType } from '@yardage/domain/orders';
import { formatNumber, formatQuantity } from '@yardage/domain/quantities';
import { MATERIAL_UNITS, quantityByHour } from '@yardage/domain/request-rules';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { Card } from '#web/patterns/card.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import { Skeleton, StillLoading } from '#web/patterns/skeleton.tsx';
import { plantLoadQuery } from '../desk-requests.api.ts';
import { DESK_REQUESTS_MESSAGES as MESSAGES } from '../desk-requests.messages.ts';
import classes from './plant-load-card.module.css';

/** The loads of the request, or of the proposal that is being written. */
export interface OwnLoads {
  plantId: number;
  day: string;
  startTime: string;
  quantity: number;
  loadCount: number;
  intervalMinutes: number | null;
}

interface PlantLoadCardProps {
  dataSource: string;
  orderType: OrderType;
  requestId: number;
  own: OwnLoads;
  onChoosePlant?: ((plantId: number) => void) | undefined;
}

/** What the plants have to load on the day of a request, by hour, with the request's own loads drawn in (REQ-05). */
export function PlantLoadCard({ dataSource, orderType, requestId, own, onChoosePlant }: PlantLoadCardProps) {
  // While the day is cleared or its year is typed, the load of the day before stays.
  const day = useLast(isOnCalendar(own.day) ? own.day : undefined) ?? '';
  const query = useQuery({ ...plantLoadQuery({ dataSource, orderType, day, exceptRequest: requestId }), enabled: day !== '' });
  const plants = query.data?.plants;
  return (
    <Card title={MESSAGES.load(formatDay(day))} aside={<Legend />}>
      <div className={classes.plants}>
        {plants?.map((plant) => (
          <PlantChart
            key={plant.plantId}
            plant={plant}
            unit={MATERIAL_UNITS[orderType].unit}
            own={plant.plantId === own.plantId ? own : undefined}
            onChoose={onChoosePlant && (() => onChoosePlant(plant.plantId))}
          />
        ))}
        {!plants && query.isError && !query.isFetching ? (
          <Notice
            kind="failure"
            title={MESSAGES.loadFailed}
            action={
              <Button variant="default" onClick={() => void query.refetch()}>
                {MESSAGES.retry}
              </Button>
            }
          />
        ) : null}
        {!plants && query.isFetching ? (
          <>
            <StillLoading />
            <Skeleton width="100%" height={96} />
          </>
        ) : null}
      </div>
    </Card>
  );
}

const SERIES = ['ordered', 'unsure', 'requested', 'own'] as const;

function Legend() {
  return (
    <ul className={classes.legend}>
      {SERIES.map((name) => (
        <li key={name}>
          <span className={classes.swatch} data-series={name} />
          {MESSAGES[name]}
        </li>
      ))}
    </ul>
  );
}

/** Hours outside are shown only if something is due then. */
const FIRST_HOUR = 5;
const LAST_HOUR = 18;

interface PlantChartProps {
  plant: PlantLoad;
  unit: string;
  own: OwnLoads | undefined;
  onChoose: (() => void) | undefined;
}

function PlantChart({ plant, unit, own, onChoose }: PlantChartProps) {
  const ownHours = own ? quantityByHour(own.startTime, own.quantity, own) : [];
  const all = plant.ordered.map((ordered, hour) => ({
    hour,
    ordered,
    unsure: plant.unsure[hour] ?? 0,
    requested: plant.requested[hour] ?? 0,
    own: ownHours[hour] ?? 0,
  }));
  const sumOf = (row: (typeof all)[number]) => SERIES.reduce((sum, name) => sum + row[name], 0);
  const hours = all.filter((row) => (row.hour >= FIRST_HOUR && row.hour <= LAST_HOUR) || sumOf(row) > 0);
  const peak = Math.max(...all.map(sumOf));
  const total = all.reduce((sum, row) => sum + sumOf(row), 0);
  const title = `${plant.number} ${plant.plant}`;
  return (
    <section className={classes.plant} data-chosen={own ? true : undefined} aria-label={title}>
      <header className={classes.head}>
        {onChoose ? (
          <button type="button" className={classes.name} aria-pressed={own !== undefined} onClick={onChoose}>
            {title}
          </button>
        ) : (
          <strong>{title}</strong>
        )}
        <span
          className={classes.sum}
        >{`${MESSAGES.trucks(plant.truckCount)} · ${MESSAGES.total(formatQuantity(total, unit), formatQuantity(peak, unit))}`}</span>
      </header>
      <ol className={classes.bars}>
        {hours.map((row) => {
          const hour = `${String(row.hour).padStart(2, '0')}:00`;
          const [ordered, unsure, requested, mine] = SERIES.map((name) => formatNumber(Math.round(row[name] * 100) / 100)) as [
            string,
            string,
            string,
            string,
          ];
          const text = MESSAGES.hourText(hour, ordered, unsure, requested, mine);
          return (
            <li key={row.hour} className={classes.hour} title={text}>
              <span className={classes.bar} role="img" aria-label={text}>
                {SERIES.toReversed().map((name) => (
                  <span key={name} data-series={name} style={{ height: `${peak > 0 ? (row[name] / peak) * 100 : 0}%` }} />
                ))}
              </span>
              <span className={classes.tick} aria-hidden="true">
                {row.hour}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
