import type { BundleResult } from '@twicewise/contract';
import fc from 'fast-check';
import { dump, seeded, TestCore } from '../harness.ts';
import { exportTo, hashOf, importFrom, standings } from './bundle-harness.ts';

/** Something done to a memory before it is exported. */
type Step =
  | {
      do: 'store';
      task: string;
      text: string;
      project: string;
      session: string | null;
      tags: string[];
      native: string | null;
      extra: unknown;
    }
  | { do: 'edit'; at: number; text: string }
  | { do: 'delete' | 'pin' | 'judge' | 'undo'; at: number }
  | { do: 'episode'; session: string; project: string; task: string; chosen: string[]; links: boolean }
  | { do: 'claim'; project: string; session: string | null; from: string; to: string; disputes: boolean }
  | {
      do: 'attempt';
      project: string;
      session: string | null;
      task: string;
      native: string | null;
      reward: number | null;
      at: number;
    }
  | {
      do: 'turn';
      project: string;
      session: string;
      text: string;
      number: number | null;
      native: string | null;
      at: number;
    }
  | { do: 'bin'; at: number }
  | { do: 'view'; name: string };

const words = fc.string({ unit: 'grapheme', maxLength: 30 });
const name = fc.constantFrom('a', 'b', 'ü 🙂', 'constructor');
const at = fc.nat({ max: 20 });

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('store' as const),
      task: words,
      text: words,
      project: name,
      session: fc.option(name),
      tags: fc.array(name, { maxLength: 3 }),
      native: fc.option(words),
      extra: fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('edit' as const), at, text: words }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('delete' as const, 'pin', 'judge', 'undo'), at }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('episode' as const),
      session: name,
      project: name,
      task: words,
      chosen: fc.array(words, { maxLength: 3 }),
      links: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('claim' as const),
      project: name,
      session: fc.option(name),
      from: words,
      to: words,
      disputes: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('attempt' as const),
      project: name,
      session: fc.option(name),
      task: fc.constantFrom('mend', 'Mend ', 'write', 'ü'),
      native: fc.option(fc.constantFrom('n1', 'n2')),
      reward: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
      at,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('turn' as const),
      project: name,
      session: name,
      text: words.map((some) => some.repeat(200)),
      number: fc.option(fc.nat({ max: 3 })),
      native: fc.option(fc.constantFrom('n1', 'n2')),
      at,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('bin' as const), at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('view' as const), name: words }) },
);

/** Random histories of a memory. */
export const histories = fc.array(step, { maxLength: 12 });
/** Random histories of two memories. */
export const twoHistories = fc.tuple(histories, histories);

/** Performs a step; a step that the memory refuses does nothing. */
async function carryOut(test: TestCore, one: Step, ids: string[]): Promise<void> {
  const id = 'at' in one ? ids[one.at % Math.max(1, ids.length)] : undefined;
  if (one.do === 'store') {
    const { task, text, project, session, tags, native, extra } = one;
    const place = {
      projectId: project,
      ...(session === null ? {} : { sessionId: session }),
      ...(native === null ? {} : { nativeId: native }),
    };
    const answer = await test.envelope('reflection.store', {
      taskDescription: task,
      text,
      outcome: 'failure',
      tags,
      extra,
      ...place,
    });
    if (answer.ok) ids.push((answer.value as { reflection: { id: string } }).reflection.id);
  } else if (one.do === 'episode') {
    const { session: sessionId, project: projectId, task, chosen, links } = one;
    const decisions = chosen.map((text, n) => ({ chosen: text, ...(links && n > 0 ? { effects: ['d001'] } : {}) }));
    await test.envelope('episode.store', { sessionId, projectId, task, decisions });
  } else if (one.do === 'claim') {
    const { project: projectId, session, from, to, disputes } = one;
    const place = { projectId, ...(session === null ? {} : { sessionId: session }) };
    const ends = { from: { kind: 'decision', text: from }, to: { kind: 'error', text: to } };
    const stance = disputes ? 'disputes' : 'supports';
    if (from.length % 2 === 0) {
      const pattern = { kind: 'task', trigger: `Make faster ${from}`, action: `Add an index ${to}` };
      await test.envelope('pattern.assert', { ...place, pattern, stance, note: 'seen' });
    } else await test.envelope('causal.assert', { ...place, ...ends, relation: 'causes', stance, note: 'seen' });
  } else if (one.do === 'attempt') {
    const { project: projectId, session, task, native: nativeId, reward } = one;
    const place = { projectId, nativeId, ...(session === null ? {} : { sessionId: session }) };
    const lessonIds = id === undefined ? [] : [id];
    await test.envelope('attempt.record', { ...place, task, outcome: 'failure', content: { reward }, lessonIds });
  } else if (one.do === 'turn') {
    const { project: projectId, session: sessionId, text, number, native: nativeId } = one;
    const place = { projectId, sessionId, nativeId, ...(number === null ? {} : { number }) };
    await test.envelope('turn.save', { ...place, context: [{ kind: 'task', text }], summary: { text: 'said' } });
  } else if (one.do === 'bin') {
    const attempts = test.rows<{ id: string }>('SELECT id FROM attempt ORDER BY seq');
    const binned = attempts[one.at % Math.max(1, attempts.length)];
    if (binned) await test.envelope('attempt.delete', { id: binned.id });
  } else if (one.do === 'view') await test.envelope('view.save', { name: one.name, screen: 'lessons', query: 'q=1' });
  else if (id === undefined) return;
  else if (one.do === 'edit') await test.envelope('reflection.update', { id, changes: { text: one.text } });
  else if (one.do === 'delete') await test.envelope('reflection.delete', { id });
  else if (one.do === 'pin') await test.envelope('reflection.update', { id, changes: { pinned: true } });
  else if (one.do === 'judge')
    await test.envelope('memory.feedback', { reflectionId: id, verdict: 'helpful', note: 'n' });
  else {
    const [last] = (await test.call('operation.list', { limit: 1, entityId: id })).items;
    if (last) await test.envelope('operation.undo', { operationId: last.id });
  }
}

/** Performs a history, with one second per step. */
async function live(test: TestCore, history: readonly Step[]): Promise<void> {
  const ids: string[] = [];
  for (const one of history) {
    test.now += 1000;
    await carryOut(test, one, ids);
  }
}

async function mustImport(test: TestCore, path: string): Promise<BundleResult> {
  const job = await importFrom(test, path);
  if (job.state !== 'done') throw new Error(`the import ended ${job.state}: ${job.error?.message}`);
  return job.result as BundleResult;
}

/** Changes the second memory in between, to show that a check would notice it. */
type Between = (to: TestCore) => Promise<unknown>;

/** Exports a memory with this history, imports it into an empty one, and exports that. Throws if the bytes differ. */
export async function roundTrip(history: readonly Step[], between?: Between): Promise<void> {
  const from = new TestCore();
  const to = new TestCore({ random: seeded(2) });
  try {
    await live(from, history);
    const path = await exportTo(from, 'a.twicewise');
    await mustImport(to, path);
    await between?.(to);
    if (hashOf(await exportTo(to, 'b.twicewise')) !== hashOf(path)) throw new Error('the bytes differ');
    const again = await standings(to, path);
    const isSame = again.new + again.changedHere + again.changedThere + again.conflicting === 0;
    if (!isSame) throw new Error(`a second import would change something: ${JSON.stringify(again)}`);
  } finally {
    await from.remove();
    await to.remove();
  }
}

/** Imports a memory with the first history twice into one with the second. Throws if the second import changes anything. */
export async function mergeTwice(
  [theirs, mine]: readonly [readonly Step[], readonly Step[]],
  between?: Between,
): Promise<void> {
  const from = new TestCore();
  const to = new TestCore({ random: seeded(2) });
  try {
    await live(from, theirs);
    await live(to, mine);
    const path = await exportTo(from, 'a.twicewise');
    await mustImport(to, path);
    const once = dump(to);
    await between?.(to);
    const { written } = await mustImport(to, path);
    if (written > 0 || dump(to) !== once) throw new Error(`the second import changed ${written} records`);
  } finally {
    await from.remove();
    await to.remove();
  }
}
