import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { getArrivalAccuracy } from '@yardage/contract/desk-arrivals';
import { accuracyOf } from '#web/features/desk-arrivals/accuracy-of.ts';
import { AccuracyTable } from '#web/features/desk-arrivals/components/accuracy-table.tsx';
import { DESK_ARRIVALS_MESSAGES as MESSAGES } from '#web/features/desk-arrivals/desk-arrivals.messages.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { Card } from '#web/patterns/card.tsx';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { FilterSelect } from '#web/patterns/filter-select.tsx';
import layout from '#web/patterns/layout.module.css';

const WEEKS = 12;

/** How well arrival times were predicted, by plant and week (POUR-04). */
export function DeskArrivalsPage() {
  const { plant } = useSearch({ from: '/shell/desk/arrivals' });
  const navigate = useNavigate();
  const query = useQuery(endpointQuery(getArrivalAccuracy, { query: { weeks: WEEKS } }, { isSilent: true, failureText: MESSAGES.failed }));
  const choose = (value: string): void =>
    void navigate({ to: '/desk/arrivals', search: { plant: Number(value) || undefined }, replace: true });
  return (
    <div className={layout.page}>
      <p className={layout.context}>{MESSAGES.context}</p>
      <DetailState query={query} skeletonLines={[5]}>
        {(accuracy) => {
          const shown = accuracyOf(accuracy, plant);
          return (
            <Card
              title={shown.plant?.name ?? MESSAGES.allPlants}
              aside={
                <FilterSelect
                  label={MESSAGES.plant}
                  value={String(shown.plant?.id ?? '')}
                  options={[
                    { value: '', label: MESSAGES.allPlants },
                    ...accuracy.plants.map(({ id, name }) => ({ value: String(id), label: name })),
                  ]}
                  onChange={choose}
                />
              }
            >
              <AccuracyTable rows={shown.rows} />
            </Card>
          );
        }}
      </DetailState>
    </div>
  );
}
