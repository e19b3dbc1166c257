import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InputOf, Job } from '@twicewise/contract';
import { seeded, TestCore } from '../harness.ts';
import { declared, pack, unpacked } from './hostile-archives.ts';

/** Exports a memory to a file in its folder; returns the path. */
export async function exportTo(
  test: TestCore,
  name: string,
  selection: InputOf<'bundle.previewExport'>['selection'] = { everything: true },
  redact = false,
): Promise<string> {
  const path = join(test.folder, name);
  const { digest } = await test.call('bundle.previewExport', { selection, redact });
  const { job } = await test.call('bundle.export', { selection, redact, path, overwrite: true, digest });
  const ended = await test.ended(job.id);
  if (ended.state !== 'done') throw new Error(`the export ended ${ended.state}: ${ended.error?.message}`);
  return path;
}

/** The ids in each file of a bundle; files without records are left out. */
export async function carriedBy(
  test: TestCore,
  selection: InputOf<'bundle.previewExport'>['selection'],
): Promise<Record<string, string[]>> {
  const files = await unpacked(await exportTo(test, 'some.twicewise', selection));
  const of = (content: Buffer) =>
    String(content)
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { id?: string; key?: string })
      .map(({ id, key }) => id ?? key ?? '');
  const { 'manifest.json': _manifest, ...rest } = files;
  return Object.fromEntries(
    Object.entries(rest).flatMap(([name, content]) =>
      content.length > 0 ? [[name.replace('.jsonl', ''), of(content)]] : [],
    ),
  );
}

/** Exports a memory to this path, its last session as the parent of all the others. Returns the id of that session. */
export async function exportWithLaterParent(test: TestCore, path: string): Promise<string> {
  const files = await unpacked(await exportTo(test, 'gift.twicewise'));
  const lines = String(files['sessions.jsonl']).trimEnd().split('\n');
  const last = lines.at(-1) ?? '';
  const { id } = JSON.parse(last) as { id: string };
  const children = lines.slice(0, -1).map((line) => line.replace('"parentId":null', `"parentId":"${id}"`));
  await pack(path, declared({ ...files, 'sessions.jsonl': Buffer.from(`${[...children, last].join('\n')}\n`) }));
  return id;
}

/** Imports a bundle as previewed; returns the ended job, also if it failed. */
export async function importFrom(
  test: TestCore,
  path: string,
  options: Partial<InputOf<'bundle.import'>> = {},
): Promise<Job> {
  const { mapping = {} } = options;
  const { digest } = await test.call('bundle.preview', { path, mapping });
  const { job } = await test.call('bundle.import', { path, digest, ...options });
  return test.ended(job.id);
}

/** The counts of a preview, without the kinds of records. */
export async function standings(test: TestCore, path: string) {
  const { kinds } = await test.call('bundle.preview', { path });
  const sum = { new: 0, identical: 0, changedHere: 0, changedThere: 0, conflicting: 0 };
  for (const name of Object.keys(sum) as (keyof typeof sum)[]) {
    sum[name] = kinds.reduce((total, kind) => total + kind[name], 0);
  }
  return sum;
}

/** Hash of a file. */
export function hashOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** A memory with every kind of record that a bundle may contain. */
export async function filled(seed = 1): Promise<TestCore> {
  const test = new TestCore({ random: seeded(seed) });
  const agent = { door: 'mcp', author: { kind: 'agent', name: 'agent' }, client: 'c 1', session: null } as const;
  const inShop = { ...agent, project: { folder: { key: '/src/shop/.git', root: '/src/shop', name: 'shop' } } };
  const first = await test.store({ taskDescription: 'Parse CSV', projectId: undefined, sessionId: 's1' }, inShop);
  const second = await test.store({
    taskDescription: 'Retry the upload',
    outcome: 'failure',
    projectId: 'web',
    whatDidNotWork: ['a fixed pause'],
    tags: ['http', 'ünïcode 🙂'],
    extra: JSON.parse('{"b":1,"a":{"__proto__":{"x":1},"10":[null,true,0.1]}}'),
  });
  await test.call('reflection.update', { id: second.id, changes: { text: 'changed once' } });
  await test.call('reflection.update', { id: second.id, changes: { text: 'changed twice' } });
  const third = await test.store({ taskDescription: 'to the bin', projectId: 'web' });
  await test.call('reflection.delete', { id: third.id });
  await test.call('memory.feedback', { reflectionId: first.id, verdict: 'helpful', note: 'it was' });
  const { episode } = await test.call(
    'episode.store',
    {
      sessionId: 's1',
      task: 'Parse all of it',
      decisions: [{ chosen: 'a library', options: ['by hand', 'a library'], effects: ['e001'] }],
      events: [{ type: 'milestone', content: 'it parses' }],
      metrics: { tool_calls: null, errors: 2 },
    },
    inShop,
  );
  await test.call('episode.update', { id: episode.id, changes: { outcome: 'failure' } });
  const ends = { from: { kind: 'decision', text: 'a library' }, to: { kind: 'milestone', text: 'it parses' } };
  await test.call('causal.assert', { ...ends, relation: 'causes', note: 'seen', sessionId: 's1' }, inShop);
  const attempt = { task: 'Parse all of it', outcome: 'failure' as const, sessionId: 's1', lessonIds: [first.id] };
  await test.call('attempt.record', attempt, inShop);
  const checks = [{ kind: 'unit_tests', verdict: 'pass' as const, output: 'ok '.repeat(3000) }];
  await test.call('attempt.record', { ...attempt, outcome: 'success', content: { checks, reward: 0 } }, inShop);
  const context = [{ kind: 'task', text: `Parse all of it\n${'with care\n'.repeat(500)}` }];
  await test.call('turn.save', { sessionId: 's1', context, summary: { text: 'begun', insights: ['care'] } }, inShop);
  await test.call('view.save', { name: 'Failures', screen: 'lessons', query: 'outcome=failure' });
  await test.call('settings.set', { changes: { 'review.draftProjects': [second.projectId] } });
  return test;
}
