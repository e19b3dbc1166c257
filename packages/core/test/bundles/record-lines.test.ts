import { BUNDLE_EXTRA, BUNDLE_KINDS, type BundleKind, bundleRecords, MAX_ANCESTORS } from '@twicewise/contract';
import type { ReadableDb } from '@twicewise/store';
import { describe, expect, it } from 'vitest';
import {
  ancestorsOf,
  type Carried,
  carriedFields,
  differences,
  hasExtra,
  keyOf,
  stateOf,
  toCarried,
  toLine,
  toStored,
} from '../../src/bundles/record-lines.ts';

// A record as a line of a bundle, and back: its fields, its earlier states, and what makes two records the same.

/** Nothing is looked up of a record that never changed. */
const NO_LOG = {} as ReadableDb;

const fieldsOf = (kind: BundleKind) => Object.keys(bundleRecords[kind].shape);
const record = (kind: BundleKind) => Object.fromEntries(fieldsOf(kind).map((field) => [field, `${field} of it`]));
const states = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `state ${from + n}`);

describe('the state of a record', () => {
  it.each<[BundleKind, string]>([
    ['project', 'gitCommonDir root'],
    ['source', ''],
    ['session', 'projectId sourceId parentId'],
    ['reflection', 'projectId sessionId sourceId updatedAt'],
    ['feedback', ''],
    ['episode', 'sessionId sourceId updatedAt'],
    ['claim', 'projectId sessionId sourceId updatedAt'],
    ['attempt', 'projectId sessionId sourceId lessonIds ordinal updatedAt'],
    ['turn', 'projectId sessionId sourceId take content texts prunedAt updatedAt'],
    ['setting', ''],
  ])('of a %s is that of all its fields but those that another memory may have otherwise', (kind, others) => {
    const now = stateOf(kind, record(kind));
    expect(now).toMatch(/^[\w-]{22}$/);
    const free = fieldsOf(kind).filter((field) => stateOf(kind, { ...record(kind), [field]: 'else' }) === now);
    expect(free.sort()).toEqual(others.split(' ').filter(Boolean).sort());
  });

  it('is the same with and without what a bundle keeps in it', () => {
    const kept = { [BUNDLE_EXTRA]: { ancestors: ['a'], fields: { zeta: 1 } } };
    const of = (extra: unknown) => stateOf('reflection', { ...record('reflection'), extra });
    expect(of({ own: 1, ...kept })).toBe(of({ own: 1 }));
    expect(of({ own: 2, ...kept })).not.toBe(of({ own: 1 }));
  });

  it('has the newest 32 before it, each once, the present one left out', () => {
    expect(ancestorsOf(['a', 'b', 'a', 'now', 'c'], 'now')).toEqual(['b', 'a', 'c']);
    expect(ancestorsOf(states(MAX_ANCESTORS), 'now')).toEqual(states(MAX_ANCESTORS));
    expect(ancestorsOf(states(MAX_ANCESTORS + 2), 'now')).toEqual(states(MAX_ANCESTORS, 2));
  });
});

describe('two records', () => {
  it('differ in the fields that hold something else, whatever the order of keys; nothing is as good as null', () => {
    const one = { ...record('reflection'), extra: { a: 1, b: [1, 2] }, agent: null };
    const { agent: _none, ...other } = { ...one, extra: { b: [1, 2], a: 1 } };
    expect(differences('reflection', one, other)).toEqual([]);
    expect(differences('reflection', other, one)).toEqual([]);
    expect(differences('reflection', one, { ...other, extra: { a: 1, b: [2, 1] }, text: 'else' }).sort()).toEqual([
      'extra',
      'text',
    ]);
  });

  it('that are turns do not differ in what nobody can change', () => {
    const turn = record('turn');
    const other = { ...turn, content: 'else', texts: 'else', summaries: 'else' };
    expect(differences('turn', turn, other)).toEqual(['summaries']);
  });
});

describe('a record with what a bundle keeps in it', () => {
  const of = (extra: unknown, kind: BundleKind = 'reflection') =>
    toCarried(NO_LOG, kind, { ...record(kind), extra }, false);

  it('gives it back apart from the rest', () => {
    const extra = { own: 1, [BUNDLE_EXTRA]: { ancestors: ['a', 'b'], fields: { zeta: 1, eta: 2 } } };
    expect(of(extra)).toMatchObject({
      kind: 'reflection',
      id: 'id of it',
      record: { extra: { own: 1 }, text: 'text of it' },
      ancestors: ['a', 'b'],
      unknown: [
        ['zeta', 1],
        ['eta', 2],
      ],
    });
    expect(carriedFields('reflection', { ...record('reflection'), extra }).extra).toEqual({ own: 1 });
  });

  it.each([
    [{ [BUNDLE_EXTRA]: 'text' }],
    [{ [BUNDLE_EXTRA]: null }],
    [{ [BUNDLE_EXTRA]: ['list'] }],
    [{ [BUNDLE_EXTRA]: { ancestors: 'a', fields: {} } }],
    [{ [BUNDLE_EXTRA]: { ancestors: ['a', 1], fields: {} } }],
    [{ [BUNDLE_EXTRA]: { ancestors: [], fields: [] } }],
    [{ [BUNDLE_EXTRA]: { ancestors: [], fields: null } }],
    ['no object'],
    [null],
  ])('leaves what is none as it is: %j', (extra) => {
    const found = of(extra);
    expect([found.record.extra, found.ancestors, found.unknown]).toEqual([extra, [], []]);
  });

  it('is stored with it, and comes back the same', () => {
    const made: Carried = {
      kind: 'claim',
      id: 'id of it',
      record: { ...record('claim'), extra: { own: 1 } },
      ancestors: ['a'],
      unknown: [['zeta', { deep: [1] }]],
    };
    expect(toStored(made).extra).toEqual({
      own: 1,
      [BUNDLE_EXTRA]: { ancestors: ['a'], fields: { zeta: { deep: [1] } } },
    });
    expect(toCarried(NO_LOG, 'claim', toStored(made), false)).toEqual(made);
    const bare = { ...made, ancestors: [], unknown: [] };
    expect(toStored(bare)).toBe(bare.record);
    for (const one of [{ ancestors: [] }, { unknown: [] }] as Partial<Carried>[])
      expect(toStored({ ...made, ...one })).not.toEqual(made.record);
  });

  it('has a place for it but for what is judged or set', () => {
    expect(BUNDLE_KINDS.filter((kind) => !hasExtra(kind))).toEqual(['feedback', 'setting']);
    for (const kind of ['feedback', 'setting'] as const) {
      const made: Carried = { kind, id: 'x', record: record(kind), ancestors: ['a'], unknown: [['zeta', 1]] };
      expect(toStored(made)).toBe(made.record);
      const extra = { [BUNDLE_EXTRA]: { ancestors: ['a'], fields: {} } };
      const found = of(extra, kind);
      expect([found.record, found.ancestors, found.unknown]).toEqual([record(kind), [], []]);
      expect(found.id).toBe(kind === 'setting' ? 'key of it' : 'id of it');
    }
    expect(BUNDLE_KINDS.filter((kind) => keyOf(kind) !== 'id')).toEqual(['setting']);
  });
});

describe('a line', () => {
  it('has the fields in the order of the format, then earlier states if there are any, then what is not known, by name', () => {
    const made: Carried = { kind: 'setting', id: 'k', record: { value: 1, key: 'k' }, ancestors: [], unknown: [] };
    expect(toLine(made)).toBe('{"key":"k","value":1}\n');
    const more: [string, unknown][] = [
      ['zeta', 1],
      ['eta', 2],
      ['iota', 3],
    ];
    expect(toLine({ ...made, ancestors: ['a', 'b'], unknown: more })).toBe(
      '{"key":"k","value":1,"ancestors":["a","b"],"eta":2,"iota":3,"zeta":1}\n',
    );
  });
});
