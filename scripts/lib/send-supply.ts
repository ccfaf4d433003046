import { HEADERS } from '@yardage/contract/headers';
import type { SupplyAnswer } from '@yardage/contract/supply';
import type { Send } from '../../apps/server/src/demo/supply/push-world.ts';

/** Sends batches to an installation over HTTP. */
export function sendOverHttp(url: string, key: string, onAnswer: (counts: SupplyAnswer['counts']) => void): Send {
  return async (resource, dataSource, records) => {
    const answer = await fetch(`${url}/api/supply/${resource}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', [HEADERS.serviceKey]: key },
      body: JSON.stringify(dataSource === undefined ? { records } : { dataSource, records }),
    });
    if (!answer.ok) throw new Error(`${resource} answered ${answer.status}: ${await answer.text()}`);
    const { counts, results } = (await answer.json()) as SupplyAnswer;
    const open = results.find(({ outcome }) => outcome === 'refused' || outcome === 'waiting');
    if (open) throw new Error(`${resource} ${open.key}: ${JSON.stringify(open)}`);
    onAnswer(counts);
  };
}
