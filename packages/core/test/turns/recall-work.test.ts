import { closeStore, connection, openReader } from '@twicewise/store';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { turnsByWords } from '../../src/turns/turns-by-words.ts';
import { TestCore } from '../harness.ts';
import { saved } from './telling.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

type Connection = ReturnType<typeof connection>;

/** Counts the rows that queries of the index of words answer on a connection. */
function countingWords(raw: Connection): { rows: number } {
  const counted = { rows: 0 };
  const prepare = raw.prepare.bind(raw);
  raw.prepare = ((sql: string) => {
    const statement = prepare(sql);
    const all = statement.all.bind(statement);
    if (/\bturn_word MATCH/.test(sql)) {
      statement.all = (...parameters: unknown[]) => {
        const rows = all(...parameters);
        counted.rows += rows.length;
        return rows;
      };
    }
    return statement;
  }) as Connection['prepare'];
  return counted;
}

it('a recall by a word of many turns reads the entries of the word once, not once for each turn that it ranks', async () => {
  const turns = 45;
  for (let at = 0; at < turns; at++) await saved(test, `the bandicoot of turn ${at}\n`);
  const sessionId = (await test.call('session.get', { id: 'run' })).session.id;
  const reader = openReader(test.paths.database);
  try {
    const counted = countingWords(connection(reader));
    const { found } = await turnsByWords(() => reader, { sessionId }, { words: ['bandicoot'], goal: '' });
    expect(found).toHaveLength(turns);
    expect(counted.rows).toBeGreaterThanOrEqual(turns);
    expect(counted.rows).toBeLessThan(2 * turns);
  } finally {
    closeStore(reader);
  }
});
