import { afterAll, describe, expect, it } from 'vitest';
import {
  alteredToldTexts,
  closeStore,
  one,
  purgeToldText,
  recordAgentCall,
  saveToldText,
  toldTextOf,
  transaction,
  type WritableDb,
} from '../src/index.ts';
import { freshPaths, open, removeFolders } from './harness.ts';

afterAll(removeFolders);

const told = (text: string) => ({ form: 'text' as const, text, length: text.length });

function kept(db: WritableDb): { rows: number; bytes: number; first: number } {
  const sql = `SELECT COUNT(*) AS rows, coalesce(SUM(octet_length(text)), 0) AS bytes, coalesce(MIN(call_seq), 0) AS first
    FROM told_text`;
  return one(db, sql) ?? { rows: 0, bytes: 0, first: 0 };
}

describe('the texts that agents were given', () => {
  it('never take more than their bound, whatever their sizes: the oldest go first', () => {
    const db = open(freshPaths());
    const bound = 100_000;
    const save = (seq: number, size: number) => saveToldText(db, seq, told('x'.repeat(size)), bound);
    transaction(db, () => {
      for (let seq = 1; seq <= 3000; seq++) save(seq, 1);
    });
    // A row costs 64 bytes beside its text.
    expect(kept(db).rows).toBe(Math.floor(bound / 65));
    transaction(db, () => {
      for (let seq = 3001; seq <= 3100; seq++) save(seq, 5000);
    });
    expect(kept(db)).toEqual({ rows: 19, bytes: 19 * 5000, first: 3082 });
    transaction(db, () => save(3101, 90_000));
    expect(kept(db)).toEqual({ rows: 2, bytes: 95_000, first: 3100 });
    closeStore(db);
  });

  it('counts bytes, not letters', () => {
    const db = open(freshPaths());
    transaction(db, () => {
      for (let seq = 1; seq <= 10; seq++) saveToldText(db, seq, told('ß'.repeat(100)), 1000);
    });
    expect(kept(db)).toEqual({ rows: 3, bytes: 600, first: 8 });
    closeStore(db);
  });

  it('are read as they were given, or named as altered', () => {
    const db = open(freshPaths());
    const call = { operation: 'memory.brief', task: null, projectId: null, sessionRef: null, client: null };
    transaction(db, () => {
      const rest = { trigger: 'tool', tokens: null, tookMs: null, lessons: [] };
      recordAgentCall(db, { ...call, ...rest, told: told('One\ntwo') }, [], '2026-03-01T12:00:00.000Z');
      saveToldText(db, 901, told('three'));
      saveToldText(db, 902, told('four'));
      purgeToldText(db, 902);
    });
    const { first } = kept(db);
    expect(toldTextOf(db, first)).toEqual({ form: 'text', text: 'One\ntwo', length: 7, missing: null });
    expect(toldTextOf(db, 902)).toEqual({ form: 'text', text: null, length: 4, missing: 'purged' });
    expect([...alteredToldTexts(db)]).toEqual([]);
    transaction(db, () => {
      one(db, "UPDATE told_text SET text = 'tree' WHERE call_seq = 901 RETURNING 1");
    });
    expect([...alteredToldTexts(db)]).toEqual([901]);
    closeStore(db);
  });
});
