import { describe, expect, it } from 'vitest';
import { openApiDocument } from './openapi.ts';

describe('the OpenAPI document', () => {
  const { paths } = openApiDocument('Test', 'https://portal.example') as { paths: Record<string, Record<string, Record<string, unknown>>> };
  const typesOf = (path: string) => {
    const responses = (paths[path]?.get?.responses ?? {}) as Record<string, { content: object }>;
    return Object.keys(responses['200']?.content ?? {});
  };

  it("EVT-05 says which calls a customer's own key can make", () => {
    const ways = [{ serviceKey: [] }, { subscriptionKey: [], token: [] }];
    expect(paths['/customers/{globalCustomerNumber}/events']?.get?.security).toEqual(ways);
    expect(paths['/customers/{globalCustomerNumber}/api-keys']?.post?.security).toEqual([{ subscriptionKey: [], token: [] }]);
    expect(paths['/supply/events']?.get?.security).toEqual([{ serviceKey: [] }]);
  });

  it('EVT-06 SGN-02 names the types of files, and that the portal may be away', () => {
    expect(typesOf('/supply/remittances/{day}.csv')).toEqual(['text/csv']);
    expect(typesOf('/supply/sign-offs/{signOffId}/photos/{photoId}')).toEqual(['image/jpeg', 'image/png']);
    expect(paths['/supply/events']?.get?.responses).toHaveProperty('5XX');
  });
});
