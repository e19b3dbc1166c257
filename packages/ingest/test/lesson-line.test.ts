import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ImportedLesson, importedLesson, parseLessonLine } from '../src/lesson-lines/lesson-line.ts';

const CORPORA = join(import.meta.dirname, '../../../../shared/data/retrieval');

/** Reads a line; an object gets a title unless it has one. */
function read(value: unknown): ImportedLesson {
  const line = typeof value === 'string' ? value : JSON.stringify({ title: 'T', ...(value as object) });
  const result = parseLessonLine(line, 7);
  if (!result.ok) throw new Error(result.reason);
  return result.lesson;
}

function reason(value: unknown): string {
  const result = parseLessonLine(typeof value === 'string' ? value : JSON.stringify(value), 7);
  if (result.ok) throw new Error('the line was accepted');
  expect(result.line).toBe(7);
  return result.reason;
}

describe('fields', () => {
  it('reads id, title, text and createdAt, and keeps everything else in extra', () => {
    const line = {
      id: 'r1',
      title: 'Fix login',
      text: 'Tokens expire.',
      createdAt: '2026-01-04T10:00:00+02:00',
      meta: { src: 'a' },
      score: 3,
    };
    expect(read(line)).toMatchObject({
      nativeId: 'r1',
      taskDescription: 'Fix login',
      text: 'Tokens expire.',
      createdAt: '2026-01-04T08:00:00.000Z',
      timeQuality: 'exact',
      outcome: 'unknown',
      outcomeSource: 'defaulted',
      state: 'accepted',
      pinned: false,
      kind: 'lesson',
      extra: { meta: { src: 'a' }, score: 3 },
    });
  });

  it('accepts empty title and text, but not a line without them that says nothing', () => {
    expect(read({ id: 1, title: '', text: '' })).toMatchObject({ nativeId: '1', taskDescription: '', text: '' });
    for (const line of [{}, { id: 1 }, { tags: ['x'], outcome: 'success' }]) {
      expect(reason(line)).toBe('says nothing; use title, text, worked, failed or next');
    }
  });

  it('reads the names that briefs show', () => {
    const lesson = read({ title: 'T', worked: ['a'], failed: 'b', next: 'c', cause: 'd' });
    expect(lesson).toMatchObject({ whatWorked: ['a'], whatDidNotWork: ['b'], nextStrategy: 'c', rootCause: 'd' });
    expect(lesson.extra).toEqual({});
  });

  it('takes a project by the name that people give it, where it is a text and the field has not its own name', () => {
    expect(read({ title: 'T', text: 'x', project: 'shop' })).toMatchObject({ projectId: 'shop', extra: {} });
    const others = [{ id: 7 }, ['shop'], 7, null];
    for (const project of others) expect(read({ title: 'T', text: 'x', project }).projectId).toBeUndefined();
    expect(read({ title: 'T', text: 'x', project: { id: 7 } }).extra).toEqual({ project: { id: 7 } });
    expect(read({ title: 'T', text: 'x', projectId: 'shop', project: 'till' })).toMatchObject({
      projectId: 'shop',
      extra: { project: 'till' },
    });
  });

  it('takes those names for what they are only where they hold words', () => {
    expect(read({ title: 'T', worked: true, failed: 3, next: 17, cause: { of: 'it' } })).toMatchObject({
      whatWorked: [],
      nextStrategy: '',
      extra: { worked: true, failed: 3, next: 17, cause: { of: 'it' } },
    });
    expect(read({ title: 'T', next_strategy: 'n', next: 'refl-18' })).toMatchObject({
      nextStrategy: 'n',
      extra: { next: 'refl-18' },
    });
    expect(reason({ title: 'T', what_worked: 3 })).toMatch(/^whatWorked: must be text/);
  });

  it('refuses a line whose words all stand in fields it does not know', () => {
    expect(reason({ id: 'a', lesson: 'Retry with a lock.' })).toMatch(/^lesson: not a field of a lesson; use title/);
  });

  it('takes the task from the first name that says something, and keeps a title that differs', () => {
    expect(read({ task: 'A', title: 'B' })).toMatchObject({ taskDescription: 'A', extra: { title: 'B' } });
    expect(read({ taskDescription: 'A', title: 'A' }).extra).toEqual({});
    expect(read({ task_description: 'A' }).taskDescription).toBe('A');
  });

  it('accepts snake_case, single texts for lists, comma-separated tags, and drops null entries', () => {
    const lesson = read({
      what_worked: 'cache',
      what_did_not_work: [null, 'retry', ' '],
      next_strategy: 'n',
      root_cause: 'r',
      causal_reasoning: 'c',
      failure_category: 'logic_error',
      attempt_number: '3',
      related_entity_ids: ['a.ts'],
      tags: 'auth, token ,',
      session_id: 's',
      project_id: 'p',
      confidence: null,
    });
    expect(lesson).toMatchObject({
      whatWorked: ['cache'],
      whatDidNotWork: ['retry'],
      tags: ['auth', 'token'],
      attemptNumber: 3,
    });
    expect(lesson).toMatchObject({
      nextStrategy: 'n',
      rootCause: 'r',
      causalReasoning: 'c',
      failureCategory: 'logic_error',
    });
    expect(lesson).toMatchObject({
      relatedEntityIds: ['a.ts'],
      sessionId: 's',
      projectId: 'p',
      confidence: null,
      extra: {},
    });
  });

  it.each([
    ['passed', 'success'],
    [true, 'success'],
    ['Completed', 'success'],
    ['errored', 'failure'],
    [false, 'failure'],
    ['in progress', 'partial'],
    ['sideways', 'unknown'],
  ])('reads the outcome %j as %s and keeps the word', (word, outcome) => {
    expect(read({ outcome: word })).toMatchObject({ outcome, outcomeNative: String(word), outcomeSource: 'reported' });
  });

  it('keeps no native word for our own, and the source and word that a line states', () => {
    expect(read({ outcome: 'partial' })).toMatchObject({ outcome: 'partial', outcomeNative: null });
    expect(read({ outcome: 'success', outcomeNative: 'green', outcomeSource: 'measured' })).toMatchObject({
      outcome: 'success',
      outcomeNative: 'green',
      outcomeSource: 'measured',
    });
  });

  it('merges the extra object and loses nothing when names clash', () => {
    expect(read({ extra: { a: 1, b: 2 }, a: 3 }).extra).toEqual({ a: 3, b: 2, extra: { a: 1 } });
    expect(read({ extra: 'text' }).extra).toEqual({ extra: 'text' });
  });

  it.each(['draft', 'accepted', 'rejected', 'superseded', 'archived', 'quarantined'])('keeps the state %s', (state) => {
    expect(read({ state, pinned: true })).toMatchObject({ state, pinned: true });
  });
});

describe('times', () => {
  it.each([
    ['2026-01-04', '2026-01-04T00:00:00.000Z', 'day'],
    ['2026-01-04T10:20:30.123456+00:00', '2026-01-04T10:20:30.123Z', 'exact'],
    ['2026-01-04 10:20:30', '2026-01-04T10:20:30.000Z', 'exact'],
    [1767522030, '2026-01-04T10:20:30.000Z', 'exact'],
    [1767522030123, '2026-01-04T10:20:30.123Z', 'exact'],
    ['1767522030', '2026-01-04T10:20:30.000Z', 'exact'],
    ['2026-01-04T10:20+0530', '2026-01-04T04:50:00.000Z', 'exact'],
  ])('reads %j', (createdAt, at, timeQuality) => {
    expect(read({ createdAt })).toMatchObject({ createdAt: at, timeQuality });
  });

  it('keeps the text of a time without zone', () => {
    expect(read({ createdAt: '2026-01-04T10:20:30' }).extra).toEqual({ createdAtNative: '2026-01-04T10:20:30' });
  });

  it.each(['yesterday', '2026-02-30', '2026-13-01T00:00:00Z', -5, {}, true])('refuses %j', (createdAt) => {
    expect(reason({ createdAt })).toMatch(/^createdAt: .* is not a time/);
  });

  it('leaves createdAt open when the line has none', () => {
    expect(read({ id: 'x' }).createdAt).toBeUndefined();
  });
});

describe('identity', () => {
  it('makes the same id from the same content, whatever the order of fields', () => {
    const id = read('{"text":"t","meta":{"a":1,"b":2}}').nativeId;
    expect(id).toMatch(/^sha256:[0-9a-f]{32}$/);
    expect(read('{ "meta": {"b":2,"a":1}, "text":"t" }').nativeId).toBe(id);
    expect(read('{"text":"u"}').nativeId).not.toBe(id);
  });

  it('ignores a byte order mark on the first line and a carriage return', () => {
    expect(parseLessonLine('\uFEFF{"text":"a"}\r', 1)).toMatchObject({ ok: true });
    expect(parseLessonLine('\uFEFF{"id":"a"}', 2)).toMatchObject({ ok: false, line: 2 });
  });
});

describe('bad lines name the field', () => {
  it.each([
    ['{', /is not JSON/],
    ['[1]', /^must be one JSON object/],
    ['null', /^must be one JSON object/],
    [`{"a":${'['.repeat(40)}${']'.repeat(40)}}`, /nested more than 32/],
    ['{"text":"a\\u0000b"}', /^text: holds the control character U\+0000/],
    ['{"text":"a\\u001b[31m"}', /^text: holds the control character U\+001B/],
    ['{"meta":{"deep":["\\ud800"]}}', /^meta\.deep\.0: holds half of a surrogate pair/],
    ['{"\\u0007":1}', /^line: a field name holds the control character/],
    ['{"meta":{"__proto__":{"x":1}}}', /^meta: has a field called __proto__/],
    ['{"__proto__":1}', /^line: has a field called __proto__/],
    ['{"whatWorked":[{"a":1}]}', /^whatWorked\.0: /],
    ['{"whatWorked":5}', /^whatWorked: must be text or a list/],
    ['{"text":5}', /^text: must be text/],
    ['{"title":[]}', /^title: must be text/],
    ['{"state":"deprecated"}', /^state: must be one of draft, accepted/],
    ['{"pinned":"yes"}', /^pinned: /],
    ['{"failureCategory":"bad luck"}', /^failureCategory: /],
    ['{"confidence":1.5}', /^confidence: /],
    ['{"attemptNumber":"many"}', /^attemptNumber: /],
    ['{"id":{}}', /^id: must be text or a number/],
    ['{"id":12345678901234567890}', /^id: 12345678901234567000 is too large/],
    ['{"outcome":{}}', /^outcome: must be a word/],
  ])('%s', (line, message) => {
    expect(reason(line)).toMatch(message);
  });

  it('refuses texts, lessons and lines that are too large', () => {
    expect(reason({ text: 'x'.repeat(65_537) })).toMatch(/^text: is 65537 bytes, the limit is 65536/);
    expect(reason({ meta: Array.from({ length: 5 }, () => 'x'.repeat(60_000)) })).toMatch(
      /^lesson: the lesson is \d+ bytes/,
    );
    expect(reason({ meta: 'x'.repeat(2_000_000) })).toMatch(/^is longer than a lesson can be/);
  });
});

describe('properties', () => {
  const clean = fc.string({ maxLength: 40 }).filter((text) => !/[\p{Cc}]/u.test(text));
  const word = clean.filter((text) => text.trim() !== '');

  it('never throws, and what it accepts passes the contract', () => {
    const anything = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .dictionary(
          fc.constantFrom('id', 'title', 'text', 'outcome', 'tags', 'createdAt', 'whatWorked', 'extra', 'state', 'x'),
          fc.jsonValue(),
        )
        .map((value) => JSON.stringify({ nextStrategy: 'n', ...value })),
    );
    let accepted = 0;
    fc.assert(
      fc.property(anything, (line) => {
        const result = parseLessonLine(line, 1);
        if (!result.ok) {
          expect(result.reason).not.toBe('');
          return;
        }
        accepted++;
        const { state, ...fields } = result.lesson;
        expect(importedLesson.parse(fields)).toEqual(fields);
        expect(typeof state).toBe('string');
      }),
      { numRuns: 3000, seed: 3 },
    );
    expect(accepted).toBeGreaterThan(100);
  });

  it('gives back every field as it was', () => {
    const lesson = fc.record({
      id: word,
      taskDescription: clean,
      // Never empty: a line without any text is refused.
      text: clean.map((text) => `.${text}`),
      nextStrategy: clean,
      attemptNumber: fc.nat({ max: 1000 }),
      outcome: fc.constantFrom('success', 'partial', 'failure', 'unknown'),
      whatWorked: fc.array(word, { maxLength: 4 }),
      whatDidNotWork: fc.array(word, { maxLength: 4 }),
      tags: fc.array(word, { maxLength: 4 }),
      relatedEntityIds: fc.array(word, { maxLength: 4 }),
      rootCause: fc.option(word),
      confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
      pinned: fc.boolean(),
      state: fc.constantFrom('draft', 'accepted', 'rejected'),
    });
    fc.assert(
      fc.property(lesson, (input) => {
        const { id, ...rest } = JSON.parse(JSON.stringify(input)) as typeof input;
        expect(read(JSON.stringify(input))).toMatchObject({ nativeId: id, ...rest, extra: {} });
      }),
      { numRuns: 500, seed: 4 },
    );
  });
});

describe('real files', () => {
  it.skipIf(!existsSync(CORPORA))('every line of the corpora is accepted (skipped where ../shared is absent)', () => {
    let lines = 0;
    for (const set of readdirSync(CORPORA)) {
      const texts = readFileSync(`${CORPORA}/${set}/corpus.jsonl`, 'utf8').split('\n');
      for (const [index, line] of texts.entries()) {
        if (line === '') continue;
        const result = parseLessonLine(line, index + 1);
        expect(result, `${set} line ${index + 1}`).toMatchObject({ ok: true });
        lines++;
      }
    }
    console.log(`${lines} real lines accepted`);
    expect(lines).toBeGreaterThan(5000);
  });
});
