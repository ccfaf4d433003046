import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getProfile } from '@yardage/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const ROOT = join(import.meta.dirname, '../../..');
const rules = readFileSync(join(ROOT, 'ops/prometheus-rules.yml'), 'utf8');
const dashboard = readFileSync(join(ROOT, 'ops/grafana-dashboard.json'), 'utf8');
const METRIC = /\b(?:(?:http|database|jobs|hub|payments|process|nodejs|mail|webhooks|rounds|outgoing)_[a-z0-9_]+|mails\b)/g;

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ hasJobs: true, environment: { ASSISTANT_IN_CHATS: 'on' } });
});
afterAll(() => app?.close());

describe('alerts and dashboard', () => {
  it('RUN-08 name only metrics that the server exports', async () => {
    await app.call(getProfile, { as: 'owner@example.com' });
    const { payload } = await app.http.inject('/metrics');
    const exported = new Set<string>();
    for (const [, name = '', type] of payload.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
      exported.add(name);
      if (type === 'histogram') for (const part of ['bucket', 'count', 'sum']) exported.add(`${name}_${part}`);
    }
    const expressions = [
      ...[...rules.matchAll(/^\s+expr: (.*)$/gm)].map(([, text = '']) => text),
      ...JSON.parse(dashboard).panels.flatMap(({ targets }: { targets: { expr: string }[] }) => targets.map(({ expr }) => expr)),
    ];
    expect(expressions.length).toBeGreaterThan(20);
    const named = new Set(expressions.flatMap((text) => text.match(METRIC) ?? []));
    expect([...named].filter((name) => !exported.has(name))).toEqual([]);
    // Other programs in the same Prometheus export some of the same names.
    const ofOthers = expressions.flatMap((text) =>
      [...text.matchAll(METRIC)].filter(({ 0: name, index }) => !/^\{job="/.test(text.slice(index + name.length))),
    );
    expect(ofOthers.map(([name]) => name)).toEqual([]);
    expect(payload).toMatch(/^rounds_overdue_seconds\{round="planned-payments"\} 0$/m);
    expect(payload).toMatch(/^jobs_waiting\{kind="[\w-]+"\} \d+$/m);
  });

  it('RUN-08 the guide for operators explains each metric of the portal', async () => {
    const { payload } = await app.http.inject('/metrics');
    const exported = [...payload.matchAll(/^# TYPE (\S+)/gm)]
      .map(([, name = '']) => name)
      .filter((name) => !/^(process|nodejs)_/.test(name));
    const guide = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
    const table = guide.slice(guide.indexOf('## Metrics'), guide.indexOf('## Traces'));
    const explained = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name);
    expect(explained.toSorted()).toEqual(exported.toSorted());
  });

  it('RUN-08 measure calls, not the probes and files between them', async () => {
    await app.http.inject('/readyz');
    await app.http.inject('/healthz');
    const { payload } = await app.http.inject('/metrics');
    expect(payload).not.toMatch(/http_request_duration_seconds_count\{route="\//);
    // Calls of the feed wait for an event as long as the reader requested, so they do not count as slow.
    expect(rules).toMatch(/alert: SlowAnswers\n +expr: .*route!~"[^"]*supply\.events\|integrations\.events/);
  });

  it('RUN-09 the unit and the container start the server with the memory flags that the figures were measured with', () => {
    const project = readFileSync(join(ROOT, 'scripts/lib/project.mjs'), 'utf8');
    const [, list = ''] = /SERVER_FLAGS = \[(.*)\]/.exec(project) ?? [];
    const [, arenas = ''] = /MALLOC_ARENAS = '(\d+)'/.exec(project) ?? [];
    const flags = list.match(/--[\w=-]+/g);
    expect(flags).toHaveLength(2);
    for (const file of ['ops/yardage.service', 'ops/Containerfile']) {
      const text = readFileSync(join(ROOT, file), 'utf8');
      const words = text.split(/[\s",[\]]+/);
      expect(/MALLOC_ARENA_MAX=(\d+)/.exec(text)?.[1], file).toBe(arenas);
      expect(
        words.filter((word) => word.startsWith('--max-')),
        file,
      ).toEqual(flags);
    }
  });

  it('RUN-09 the guide for operators says for each alert what to do', () => {
    const guide = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
    const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name);
    expect(alerts.length).toBeGreaterThan(8);
    expect(alerts.filter((name) => !guide.includes(`**${name}**`))).toEqual([]);
  });
});
