import { crc32 } from 'node:zlib';
import { reflection } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  closeStore,
  connection,
  ENTITY_TABLES,
  findReflections,
  getReflection,
  insertRecord,
  readRecord,
  readSoundRecord,
  recordToReflection,
  transaction,
  type WritableDb,
} from '../src/index.ts';
import { added, list, object, plain } from '../src/tables/columns.ts';
import { REFLECTIONS } from '../src/tables/entities.ts';
import { CALLS, CHANGES, EXPOSURES, JOBS, OPERATIONS } from '../src/tables/log.ts';
import { rowHash } from '../src/tables/row-hash.ts';
import { checkedCells, columnNames, defineTable, encodeRecord, type Table } from '../src/tables/table.ts';
import { view } from '../src/tables/view.ts';
import { freshPaths, lessonRecord, open, projectRecord, removeFolders } from './harness.ts';

let db: WritableDb;
let projectId: string;
beforeAll(() => {
  db = open(freshPaths());
  const project = projectRecord(db, { name: 'a project' });
  insertRecord(db, 'project', project);
  projectId = String(project.id);
});
afterAll(() => {
  closeStore(db);
  removeFolders();
});

/** Columns that are not part of a record: the checksum, and what is written after the record or derived from its place. */
const BESIDES = ['row_hash', 'reversed_by', 'position', 'operation_seq'];

describe('the declaration of a table', () => {
  for (const { table, columns } of [...Object.values(ENTITY_TABLES), OPERATIONS, CHANGES, JOBS, CALLS, EXPOSURES]) {
    it(`${table} names every column that the schema has, and no other`, () => {
      const inFile = connection(db).pragma(`table_info(${table})`) as { name: string }[];
      const own = inFile.map(({ name }) => name).filter((name) => table === 'job' || !BESIDES.includes(name));
      const declared = Object.values(columns).map(({ name }) => name);
      expect(declared.toSorted()).toEqual(own.toSorted());
    });
  }

  it('keeps the order of its columns, which checksums of rows that are there rest on', () => {
    const tables = [...Object.values(ENTITY_TABLES), OPERATIONS, CHANGES];
    const order = tables.map(
      ({ table, columns }) => `${table} ${crc32(columnNames({ table, key: '', columns }).join(' '))}`,
    );
    expect(order).toEqual([
      'project 489347355',
      'source 302464406',
      'session 3544437752',
      'reflection 2790806228',
      'feedback 4294783449',
      'episode 2433013716',
      'claim 3367235317',
      'attempt 2270631524',
      'turn 2095294118',
      'setting 2920279946',
      'operation 3647777038',
      'operation_change 2439657502',
    ]);
  });

  it('has a checksum that goes on without a column that was added later, until something is in it', () => {
    const before = {
      table: 't',
      key: 'id',
      columns: { id: plain('id'), deletedAt: plain<string | null>('deleted_at') },
    };
    const after = { ...before, columns: { ...before.columns, note: added(plain<string | null>('note')) } };
    const hashOf = (table: Table, record: Record<string, unknown>) =>
      rowHash(checkedCells(table, encodeRecord(table, record)));
    const written = hashOf(before, { id: 'a', deletedAt: null });
    expect(hashOf(after, { id: 'a', deletedAt: null, note: null })).toBe(written);
    expect(hashOf(after, { id: 'a', deletedAt: null, note: '' })).not.toBe(written);
    // A column that existed from the beginning is part of the hash even when it is empty.
    expect(hashOf({ ...after, columns: { id: plain('id') } }, { id: 'a' })).not.toBe(written);
  });

  it('is held to the contract by the compiler', () => {
    const { pinned: _, ...others } = REFLECTIONS.columns;
    const declare = () => {
      // @ts-expect-error A list cannot be kept as it is.
      defineTable({ table: 't', key: 'id', schema: reflection, columns: { tags: plain('tags') } });
      // @ts-expect-error A text is no list.
      defineTable({ table: 't', key: 'id', schema: reflection, columns: { text: list('text') } });
      defineTable({ table: 't', key: 'id', schema: reflection, columns: { extra: object('extra') } });
    };
    expect(declare).not.toThrow();
    const computed = { projectName: 'NULL', sessionNativeId: 'NULL' };
    const parts = { from: 'reflection r', alias: 'r', computed };
    // @ts-expect-error Nothing says where `pinned` comes from.
    const incomplete = () => view(reflection, { ...REFLECTIONS, columns: others }, parts);
    expect(incomplete).toThrow('pinned');
  });
});

describe('a lesson', () => {
  it('shows what was written, whether it is read or made of its record', () => {
    const lesson = lessonRecord(db, projectId, {
      authorKind: 'importer',
      authorName: 'a name  with blanks ',
      pinned: true,
      whatWorked: ['this'],
      extra: { deep: [1] },
    });
    transaction(db, () => insertRecord(db, 'reflection', lesson));
    const read = getReflection(db, String(lesson.id));
    expect(read).toMatchObject({
      author: { kind: 'importer', name: 'a name  with blanks ' },
      projectName: 'a project',
      pinned: true,
      whatWorked: ['this'],
      extra: { deep: [1] },
    });
    expect(read).toEqual(recordToReflection(lesson, { projectName: 'a project', sessionNativeId: null }));
    expect(reflection.parse({ ...read, id: `refl_${'0'.repeat(26)}` })).toMatchObject({ text: lesson.text });
  });

  it('with cells that cannot be read shows them as empty and all else as it is; its record keeps them (B0-16)', () => {
    verifies('B0-16');
    const lesson = lessonRecord(db, projectId, {
      tags: ['a'],
      extra: { n: 1 },
      text: 'still here',
      whatWorked: ['yes'],
    });
    transaction(db, () => insertRecord(db, 'reflection', lesson));
    const id = String(lesson.id);
    connection(db).pragma('ignore_check_constraints = 1');
    connection(db).prepare(`UPDATE reflection SET tags = '["a', extra = '{"n' WHERE id = ?`).run(id);
    connection(db).pragma('ignore_check_constraints = 0');
    const shown = { tags: [], extra: {}, text: 'still here', whatWorked: ['yes'] };
    expect(getReflection(db, id)).toMatchObject(shown);
    const listed = findReflections(db, { deleted: 'exclude' }, 10).items;
    expect(listed.find((item) => item.id === id)).toMatchObject(shown);
    expect(readRecord(db, 'reflection', id)).toMatchObject({
      tags: { unreadable: '["a' },
      extra: { unreadable: '{"n' },
    });
    expect(() => readSoundRecord(db, 'reflection', id)).toThrow('damaged');
  });
});
