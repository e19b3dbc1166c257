import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BundleKind, bundleRecords, MAX_ANCESTORS, MAX_TURN_BYTES } from '@twicewise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparedFields, decide } from '../../src/bundles/compare.ts';
import { parseLine } from '../../src/bundles/parse-line.ts';
import type { Carried } from '../../src/bundles/record-lines.ts';
import { Scan } from '../../src/bundles/scan.ts';
import { explainTarget, putInPlace, refuseTarget } from '../../src/bundles/target.ts';
import { type TestCore, tempFolder } from '../harness.ts';
import { exportTo, filled } from './bundle-harness.ts';
import { type Files, unpacked } from './hostile-archives.ts';

// The rules of bundles one by one: what a line may hold, what is done with it, what is found in it, and where it is written.

let test: TestCore;
let files: Files;
let folder: string;
beforeAll(async () => {
  test = await filled();
  files = await unpacked(await exportTo(test, 'good.twicewise'));
  folder = tempFolder();
});
afterAll(async () => {
  await test.remove();
  rmSync(folder, { recursive: true });
});

type Line = Record<string, unknown>;
const lineOf = (name: string) => JSON.parse(String(files[`${name}.jsonl`]).split('\n')[0] ?? '') as Line;
const parse = (kind: BundleKind, line: unknown) =>
  parseLine({ kind, text: typeof line === 'string' ? line : JSON.stringify(line), where: 'x.jsonl, line 1' });
const lesson = (more: object = {}) => ({ ...lineOf('reflections'), ...more });
const hash = (n: number) => String(n).padStart(22, '0');

describe('a line of a bundle', () => {
  it('is read with its fields in order, its earlier states, and what this version does not know', () => {
    const read = parse('reflection', lesson({ zeta: { a: 1 }, ancestors: [hash(1), hash(2)] }));
    expect(read).toMatchObject({ kind: 'reflection', id: lesson().id, ancestors: [hash(1), hash(2)] });
    expect(read.unknown).toEqual([['zeta', { a: 1 }]]);
    expect(Object.keys(read.record)).toEqual(Object.keys(bundleRecords.reflection.shape));
    expect(read.record).toMatchObject({ taskDescription: 'Parse CSV', sourceId: null });
    expect(parse('reflection', lesson())).toMatchObject({ ancestors: [], unknown: [] });
    const setting = lineOf('settings');
    expect(parse('setting', setting).id).toBe(setting.key);
  });

  it.each<[string, () => Line | string, RegExp | string, BundleKind?]>([
    ['no JSON', () => '{"id"', /^x\.jsonl, line 1: .*[^.]; nothing was changed\.$/],
    ['a list', () => '[]', 'x.jsonl, line 1 is no object'],
    ['nothing', () => 'null', 'x.jsonl, line 1 is no object'],
    ['a number', () => '7', 'x.jsonl, line 1 is no object'],
    ['a control character in a text', () => lesson({ text: 'a\u0000' }), 'x.jsonl, line 1 holds the control character'],
    ['one in the name of a field', () => lesson({ 'a\u0000': 1 }), 'x.jsonl, line 1 holds the control character'],
    [
      'one deep in it, after much that is fine',
      () => lesson({ z: [1, null, { ok: 'a', bad: '\u0000' }] }),
      'holds the',
    ],
    ['a word that is not of the list', () => lesson({ outcome: 'great' }), 'x.jsonl, line 1: outcome '],
    ['earlier states that are none', () => lesson({ ancestors: 'x' }), 'ancestors must be at most 32 short hashes'],
    ['one that is no text', () => lesson({ ancestors: [hash(1), 7] }), 'ancestors must be at most 32 short hashes'],
    ['one that is too short', () => lesson({ ancestors: [hash(1).slice(1)] }), 'ancestors must be'],
    ['one that is too long', () => lesson({ ancestors: [`${hash(1)}0`] }), 'ancestors must be'],
    ['null for them', () => lesson({ ancestors: null }), 'ancestors must be'],
    [
      'more of them than are kept',
      () => lesson({ ancestors: Array.from({ length: 33 }, (_, n) => hash(n)) }),
      'must be',
    ],
    [
      'some where none can be',
      () => ({ ...lineOf('feedback'), ancestors: [hash(1)] }),
      'a feedback has no',
      'feedback',
    ],
  ])('is refused with its place and the reason: %s', (_what, line, why, kind = 'reflection') => {
    expect(() => parse(kind, line())).toThrow(why);
  });

  it('is refused for items of an episode that are two by one id, or links that lead nowhere', () => {
    const episode = lineOf('episodes');
    expect(parse('episode', episode).id).toBe(episode.id);
    const [event] = episode.events as Line[];
    expect(() => parse('episode', { ...episode, events: [event, event] })).toThrow(
      'x.jsonl, line 1: two items have one id; nothing was changed.',
    );
    const link = { basis: 'asserted_by_agent', from: 'd001', relation: 'causes', to: 'e999' };
    expect(() => parse('episode', { ...episode, links: [link] })).toThrow(
      'x.jsonl, line 1: a link names an item that is not there; nothing was changed.',
    );
  });

  it('is refused for a turn whose texts and calls are not those of its parts', () => {
    const turn = lineOf('turns') as Line & { content: { parts: Line[]; calls: Line[] }; texts: string[] };
    const { content, texts } = turn;
    const calling = (part: number | null) => ({ ...turn, content: { ...content, calls: [{ ...call, part }] } });
    const call = { tool: 'search', params: {}, outcome: 'unknown', ms: null };
    expect(content.parts.length).toBeGreaterThan(0);
    expect(parse('turn', turn).id).toBe(turn.id);
    const missing = 'x.jsonl, line 1: a turn needs a text for each of its parts';
    expect(() => parse('turn', { ...turn, texts: texts.slice(1) })).toThrow(missing);
    expect(() => parse('turn', { ...turn, texts: [...texts, 'more'] })).toThrow(missing);
    const pruned = { ...turn, texts: [], prunedAt: '2026-11-20T00:00:00.000Z' };
    expect(parse('turn', pruned).record.texts).toEqual([]);
    expect(() => parse('turn', { ...pruned, texts })).toThrow('x.jsonl, line 1: a pruned turn has no texts');
    for (const part of [null, content.parts.length - 1]) expect(parse('turn', calling(part)).id).toBe(turn.id);
    expect(() => parse('turn', calling(content.parts.length))).toThrow('line 1: a call names a part that is not there');
    const long = (bytes: number) => ({ ...turn, texts: ['a'.repeat(bytes), ...texts.slice(1).map(() => '')] });
    expect(parse('turn', long(MAX_TURN_BYTES)).id).toBe(turn.id);
    expect(() => parse('turn', long(MAX_TURN_BYTES + 1))).toThrow(
      `line 1: its texts are ${MAX_TURN_BYTES + 1} bytes, the limit is ${MAX_TURN_BYTES}`,
    );
  });

  it('has at most 100 fields that this version does not know, and 32 earlier states', () => {
    const more = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`field${n}`, n]));
    expect(parse('reflection', lesson(more(100))).unknown).toHaveLength(100);
    expect(() => parse('reflection', lesson(more(101)))).toThrow('x.jsonl, line 1 has more than 100 unknown fields');
    const ancestors = Array.from({ length: MAX_ANCESTORS }, (_, n) => hash(n));
    expect(parse('reflection', lesson({ ancestors })).ancestors).toEqual(ancestors);
  });
});

describe('what is done with an item', () => {
  const here = {} as Carried;
  const NONE = { items: {}, changedThere: 'theirs' as const };
  const of = (standing: Parameters<typeof decide>[0]['standing'], choices: object = {}, own: Carried | null = here) =>
    decide({ standing, here: own, fields: [] }, 'a', { ...NONE, ...choices } as Parameters<typeof decide>[2]);
  const chosen = (choice: string) => ({ items: { a: choice } });

  it('follows from how it stands to the memory', () => {
    expect(of('identical', chosen('theirs'))).toBe('leave');
    expect(of('new')).toBe('make');
    expect(of('new', chosen('mine'), null)).toBe('make');
    expect(of('conflicting', {}, null)).toBe('make');
    expect([of('changedHere'), of('changedThere'), of('conflicting')]).toEqual(['leave', 'theirs', 'undecided']);
  });

  it('follows a person, for this item before all of its kind', () => {
    expect([of('changedHere', chosen('mine')), of('changedHere', chosen('theirs'))]).toEqual(['leave', 'theirs']);
    expect(of('changedThere', { changedThere: 'mine' })).toBe('mine');
    expect(of('changedThere', { changedThere: 'mine', ...chosen('both') })).toBe('both');
    expect(of('conflicting', { conflicting: 'both' })).toBe('both');
    expect(of('conflicting', { conflicting: 'both', ...chosen('mine') })).toBe('mine');
    expect(of('conflicting', { items: { b: 'mine' } })).toBe('undecided');
    expect(decide({ standing: 'conflicting', here, fields: [] }, 'constructor', { ...NONE } as never)).toBe(
      'undecided',
    );
  });

  it('does not ask about what belongs to a machine', () => {
    const own = ['id', 'updatedAt', 'root', 'gitCommonDir', 'sourceId'];
    expect(comparedFields([...own, 'text', 'projectId'])).toEqual(['text', 'projectId']);
  });
});

describe('the scan of an export', () => {
  const carried = (fields: object, unknown: [string, unknown][] = []): Carried => {
    const read = parse('reflection', lesson());
    return { ...read, record: { ...read.record, ...fields }, unknown };
  };
  const mail = (n: number) => `Ask user${n}@example.org`;

  it('changes nothing of a record without a finding, and only the place of one with', () => {
    const scan = new Scan();
    const clean = carried({});
    expect(scan.look(clean)).toBe(clean);
    expect([scan.count, scan.result().findings]).toEqual([0, []]);
    const redacted = scan.look(carried({ text: mail(1) }, [['zeta', mail(2)]]));
    expect(redacted.record).toEqual({ ...clean.record, text: redacted.record.text });
    expect(JSON.stringify(redacted)).not.toContain('example.org');
    expect(redacted.unknown.map(([name]) => name)).toEqual(['zeta']);
    expect([redacted.id, redacted.kind, scan.count]).toEqual([clean.id, 'reflection', 2]);
  });

  it('names the first five places of each kind of finding, and counts all', () => {
    const scan = new Scan();
    for (let n = 0; n < 7; n++) scan.look(carried({ text: mail(n) }));
    scan.look(carried({ tags: ['in /home/ann/shop'] }));
    const { findings, digest } = scan.result();
    expect(findings.map(({ count, places }) => [count, places.length])).toEqual([
      [7, 5],
      [1, 1],
    ]);
    expect(findings[0]?.places[0]).toBe(`reflection ${lesson().id} text`);
    expect(findings[1]?.places[0]).toContain(`reflection ${lesson().id} tags`);
    expect(scan.result().digest).toBe(digest);
    scan.look(carried({ text: mail(8) }));
    expect(scan.result().digest).not.toBe(digest);
  });

  it.each<[BundleKind, string]>([
    ['project', 'id nativeId createdAt deletedAt'],
    ['source', 'id sha256 trust createdAt'],
    ['session', 'id nativeId projectId sourceId parentId startedAt endedAt outcome createdAt timeQuality deletedAt'],
    [
      'reflection',
      'id nativeId projectId sessionId sourceId outcome kind state authorKind createdAt observedAt timeQuality updatedAt deletedAt',
    ],
    ['feedback', 'id exposureId reflectionId verdict authorKind'],
    [
      'episode',
      'id nativeId sessionId sourceId outcome occurredAt timeQuality authorKind createdAt updatedAt deletedAt',
    ],
    ['claim', 'id projectId sessionId sourceId authorKind createdAt updatedAt deletedAt'],
    [
      'attempt',
      'id nativeId projectId sessionId sourceId outcome startedAt endedAt lessonIds taskIdentity authorKind createdAt updatedAt deletedAt',
    ],
    [
      'turn',
      'id nativeId projectId sessionId sourceId startedAt endedAt authorKind createdAt updatedAt deletedAt prunedAt',
    ],
    ['setting', 'key'],
  ])('looks into each field of a %s but those that hold no text of anybody', (kind, alone) => {
    const fields = Object.keys(bundleRecords[kind].shape);
    const record = Object.fromEntries(fields.map((field) => [field, mail(1)]));
    const seen = new Scan().look({ kind, id: 'x', record, ancestors: [], unknown: [] }).record;
    expect(fields.filter((field) => seen[field] === record[field])).toEqual(alone.split(' '));
  });
});

describe('the place of a bundle', () => {
  const at = (name: string) => join(folder, name);

  it('is refused with the reason and what to do', () => {
    writeFileSync(at('there.twicewise'), 'mine');
    mkdirSync(at('folder.twicewise'));
    const refused = (path: string, overwrite: boolean, message: string, hint: string) =>
      expect(() => refuseTarget(path, overwrite), path).toThrow(
        expect.objectContaining({ code: 'invalid_input', reason: 'bad_file', message, hint }),
      );
    refused('a.twicewise', false, 'The path is not absolute.', 'Give the absolute path of the file to write.');
    refused(at('a.zip'), false, 'a.zip does not end with .twicewise.', 'Give the file that ending.');
    refused(at('no/a.twicewise'), false, `There is no folder ${at('no')}.`, 'Make it first, or choose another.');
    refused(at('folder.twicewise'), true, `${at('folder.twicewise')} is not a file.`, 'Choose another name.');
    const already = `There is a file ${at('there.twicewise')} already; it was left as it is.`;
    refused(at('there.twicewise'), false, already, 'Choose another name, or say to overwrite it.');
    refused(
      at('there.twicewise/a.twicewise'),
      false,
      `There is no folder ${at('there.twicewise')}.`,
      'Make it first, or choose another.',
    );
    for (const overwrite of [true, false]) expect(() => refuseTarget(at('new.twicewise'), overwrite)).not.toThrow();
    expect(() => refuseTarget(at('there.twicewise'), true)).not.toThrow();
  });

  it.each([
    [
      ['ENOSPC', 'EDQUOT', 'EFBIG'],
      /^There is not enough space in .* for this file; none was written\.$/,
      /^Make space/,
    ],
    [['EACCES', 'EPERM', 'EROFS'], /^Nothing may be written in .*\.$/, /^Choose another folder, or allow/],
    [['ENAMETOOLONG'], /^The name of the file is too long\.$/, /^Choose a shorter name\.$/],
    [['EIO'], /^No file could be written in .* \(EIO\)\.$/, /^Choose another folder, or see whether its disk/],
  ])('that the disk refuses with %s is explained', (codes, message, hint) => {
    for (const code of codes) {
      const given = Object.assign(new Error('disk'), { code, syscall: 'open' });
      expect(explainTarget(given, at('a.twicewise'))).toMatchObject({
        reason: 'bad_file',
        message: expect.stringMatching(message),
        hint: expect.stringMatching(hint),
      });
    }
    for (const other of [new Error('else'), Object.assign(new Error('else'), { code: 'EIO' }), { code: 1, syscall: 1 }])
      expect(explainTarget(other, at('a.twicewise'))).toBe(other);
  });

  it('gets the whole file at once, and never loses another one that nobody gave up', () => {
    const [part, path] = [at('x.part'), at('x.twicewise')];
    writeFileSync(part, 'first');
    putInPlace(part, path, false);
    expect([readFileSync(path, 'utf8'), existsSync(part)]).toEqual(['first', false]);
    writeFileSync(part, 'second');
    expect(() => putInPlace(part, path, false)).toThrow('already');
    expect([readFileSync(path, 'utf8'), readFileSync(part, 'utf8')]).toEqual(['first', 'second']);
    putInPlace(part, path, true);
    expect([readFileSync(path, 'utf8'), existsSync(part)]).toEqual(['second', false]);
  });
});
