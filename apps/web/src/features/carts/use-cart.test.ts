import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import type { Cart } from '@yardage/contract/carts';
import { describe, expect, it } from 'vitest';
import { createAttempt } from '#web/lib/http/request-parts.ts';
import { createQueryClient } from '#web/lib/query/query-client.ts';
import { cartQuery } from './carts.api.ts';
import { cartChangeOptions, EMPTY_CART, takeRefusedOut } from './use-cart.ts';

const one = { customerNumber: '10012', datasourceId: 1, globalCustomerNumber: 'G-10012' };
const other = { customerNumber: '20034', datasourceId: 2, globalCustomerNumber: 'G-20034' };
const cartOf = (total: number): Cart => ({ ...EMPTY_CART, totalAmount: total, totalAmountWithDiscount: total });

describe('a change of the cart', () => {
  it('PAY-07 that is answered after another customer was selected changes the cart it was made for', async () => {
    const client = createQueryClient(() => undefined);
    const answer = Promise.withResolvers<Cart>();
    const asked: string[] = [];
    const options = () =>
      cartChangeOptions(
        client,
        ({ globalCustomerNumber }) => {
          asked.push(globalCustomerNumber);
          return answer.promise;
        },
        createAttempt(),
        '',
      );
    const observer = new MutationObserver(client, options());
    const changed = observer.mutate({ customer: one, invoiceNumbers: ['1000007'] });
    // React Query gives an open mutation the options of the latest render.
    observer.setOptions(options());
    client.setQueryData(cartQuery(other).queryKey, cartOf(5));
    answer.resolve(cartOf(98));
    await changed;
    expect(asked).toEqual(['G-10012']);
    expect(client.getQueryData(cartQuery(one).queryKey)).toEqual(cartOf(98));
    expect(client.getQueryData(cartQuery(other).queryKey)).toEqual(cartOf(5));
  });

  it('PAY-05 PAY-07 that is answered during a read is not replaced by what that read saw before it', async () => {
    const client = createQueryClient(() => undefined);
    const { queryKey } = cartQuery(one);
    const reads = [Promise.withResolvers<Cart>(), Promise.withResolvers<Cart>()] as const;
    let readCount = 0;
    const queryFn = () => reads[readCount++]?.promise ?? Promise.reject(new Error('read once too often'));
    const observer = new QueryObserver(client, { queryKey, queryFn, initialData: cartOf(5), staleTime: Number.POSITIVE_INFINITY });
    const unsubscribe = observer.subscribe(() => undefined);
    const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<Cart>()];
    const send = () => {
      asked.resolve();
      return answer.promise;
    };
    const change = new MutationObserver(client, cartChangeOptions(client, send, createAttempt(), ''));
    const changed = change.mutate({ customer: one, invoiceNumbers: ['1000007'] });
    await asked.promise;
    // As the hub or another tab does.
    void client.invalidateQueries({ queryKey });
    answer.resolve(cartOf(98));
    await changed;
    reads[0].resolve(cartOf(5));
    reads[1].resolve(cartOf(98));
    await expect.poll(() => client.isFetching()).toBe(0);
    expect([client.getQueryData(queryKey), readCount]).toEqual([cartOf(98), 2]);
    unsubscribe();
  });

  it('PAY-40 RES-02 that puts the invoices of a refused payment back is sent after the one that removes them', async () => {
    const client = createQueryClient(() => undefined);
    const [removed, returned] = [Promise.withResolvers<Cart>(), Promise.withResolvers<Cart>()];
    const sent: string[] = [];
    takeRefusedOut(client, one, ['1000007'], () => {
      sent.push('remove');
      return removed.promise;
    });
    const send = () => {
      sent.push('return');
      return returned.promise;
    };
    const change = new MutationObserver(client, cartChangeOptions(client, send, createAttempt(), ''));
    const changed = change.mutate({ customer: one, invoiceNumbers: ['1000007'] });
    await new Promise((resolve) => setTimeout(resolve));
    expect(sent).toEqual(['remove']);
    removed.resolve(EMPTY_CART);
    returned.resolve(cartOf(98));
    await changed;
    expect(sent).toEqual(['remove', 'return']);
    expect(client.getQueryData(cartQuery(one).queryKey)).toEqual(cartOf(98));
  });

  it('PAY-40 that fails to remove the invoices of a refused payment shows no toast, and the cart is fetched again', async () => {
    const told: unknown[] = [];
    const client = createQueryClient((_error, meta) => told.push(meta));
    const { queryKey } = cartQuery(one);
    client.setQueryData(queryKey, EMPTY_CART);
    takeRefusedOut(client, one, ['1000007'], () => Promise.reject(new Error('lost')));
    await expect.poll(() => client.getQueryState(queryKey)?.isInvalidated).toBe(true);
    expect(told).toEqual([{ isSilent: true }]);
  });
});
