import { openSnapshot } from '@twicewise/store';
import { afterEach, describe, expect, it } from 'vitest';
import { readPurgePreview, type SecondThread } from '../../src/index.ts';
import { agentIn, TestCore } from '../harness.ts';

let test: TestCore;
afterEach(() => test.remove());

/** A core whose previews of purges are read by `previewPurge`. */
function coreWith(previewPurge: SecondThread['previewPurge']): void {
  test = new TestCore({ secondThread: { previewPurge } as SecondThread });
}

/** Reads a preview as of now, and lets something be committed before anything of it is counted. */
const readingWhile =
  (committed: () => Promise<unknown>): SecondThread['previewPurge'] =>
  async (name, which) => {
    const { db, close } = openSnapshot(test.paths.database);
    await committed();
    const preview = readPurgePreview(name, which, { db, paths: test.paths });
    close();
    return preview;
  };

async function binned(count: number): Promise<string[]> {
  const made = Array.from({ length: count }, (_, n) => test.store({ taskDescription: `lesson ${n}` }));
  const ids = (await Promise.all(made)).map(({ id }) => id);
  await Promise.all(ids.map((id) => test.call('reflection.delete', { id })));
  return ids;
}

const which = { bin: true } as const;

describe('the preview of a purge', () => {
  it('reads nothing beside the requests of others: all of it is from the second thread', async () => {
    const asked: unknown[] = [];
    const rows = { told_text: 1, request_key: 2, operation: 3, operation_change: 4 };
    const of = { ...rows, turn: 5, turn_part: 6, turn_chunk: 7, attempt: 8, session: 9, episode: 10 };
    const every = { reflection: 11, feedback: 12, exposure_release: 13, ...of };
    const given = { examples: [], refused: 14, rows: every, stays: [], backups: ['a'], digest: 'theirs' };
    const counts = { lessons: 20, episodes: 21, attempts: 22, turns: 23, sessions: 24 };
    const unrecorded = { sessions: 25, attempts: 26, turns: 27 };
    coreWith(async (name, what) => {
      asked.push([name, what]);
      return { ...given, ...counts, unrecorded } as never;
    });
    const ids = await binned(3000);
    const chosen = { ids: ids.slice(0, 1000) };
    const answers = [
      await test.call('reflection.previewPurge', { which }),
      await test.call('reflection.previewPurge', { which: chosen }),
      await test.call('episode.previewPurge', { which }),
      await test.call('attempt.previewPurge', { which }),
      await test.call('turn.previewPurge', { which: { pruned: true } }),
      await test.call('session.previewPurge', { which: { ids: ['sess_00000000000000000000000000'] } }),
    ];
    for (const answer of answers) expect(answer).toMatchObject(given);
    expect(asked.slice(0, 2)).toEqual([
      ['reflection.previewPurge', which],
      ['reflection.previewPurge', chosen],
    ]);
    expect(asked).toHaveLength(answers.length);
  });

  it('is of one moment: what comes into the bin while it is read is neither counted nor purged', async () => {
    let meanwhile: () => Promise<unknown> = async () => {};
    coreWith(readingWhile(() => meanwhile()));
    const late = await test.store({ taskDescription: 'late' });
    await binned(2);
    meanwhile = () => test.call('reflection.delete', { id: late.id });
    const { lessons, rows, digest } = await test.call('reflection.previewPurge', { which });
    expect([lessons, rows.reflection, rows.operation_change]).toEqual([2, 2, 4]);
    const failure = await test.fail('reflection.purge', { which, digest });
    expect(failure).toMatchObject({ code: 'conflict', reason: 'changed_since' });
    meanwhile = async () => {};
    const next = await test.call('reflection.previewPurge', { which });
    expect(await test.call('reflection.purge', { which, digest: next.digest })).toMatchObject({ purged: 3 });
  });

  it('is of one moment: what is done to its records while it is read is not half counted', async () => {
    let meanwhile: () => Promise<unknown> = async () => {};
    coreWith(readingWhile(() => meanwhile()));
    const [id = ''] = await binned(2);
    meanwhile = () => test.call('reflection.restore', { id });
    const { lessons, rows, digest } = await test.call('reflection.previewPurge', { which });
    expect([lessons, rows.operation_change, rows.operation]).toEqual([2, 4, 4]);
    expect(await test.fail('reflection.purge', { which, digest })).toMatchObject({ reason: 'changed_since' });
    expect(test.rows('SELECT id FROM reflection')).toHaveLength(2);
  });

  it('is no other where there is no second thread, and for an agent', async () => {
    coreWith(readingWhile(async () => {}));
    await binned(3);
    const agent = agentIn('/work/shop');
    const there = await test.call('reflection.previewPurge', { which }, agent);
    const beside = new TestCore({ paths: test.paths, folder: test.folder });
    expect(await beside.call('reflection.previewPurge', { which })).toEqual(there);
    await beside.core.close();
  });
});
