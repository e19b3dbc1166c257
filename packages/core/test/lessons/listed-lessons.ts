import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type InputOf, NO_RULE, type Reflection, type Verdict } from '@twicewise/contract';
import fc from 'fast-check';
import { afterAll, beforeAll } from 'vitest';
import { agentIn, seeded, TestCore } from '../harness.ts';

/** The filters of a list, as a caller sends them. */
export type Filter = InputOf<'reflection.list'>;

const OUTCOMES = ['success', 'partial', 'failure', 'unknown'] as const;
const STATES = ['draft', 'accepted', 'rejected', 'superseded', 'archived', 'quarantined'] as const;
const KINDS = ['lesson', 'decision', 'note'] as const;
const CATEGORIES = ['logic_error', 'edge_case_miss', 'other'] as const;
const TAGS = ['auth', 'test', 'ü'] as const;
const TEXTS = ['fresh new\nline', '100% sure', 'under_score', 'back\\slash', 'Ünïcode \u{1f600}'] as const;

const VERDICTS = ['helpful', 'unhelpful', 'harmful'] as const;

/** What was said of the lessons that were judged. */
const JUDGED = new Map<string, Verdict[]>();

/** The sources of the lessons that were imported, and one without any. */
const SOURCES: string[] = [];

/** Imports two files, of which the second has most lessons of the first once more. */
async function importListed(test: TestCore): Promise<void> {
  SOURCES.splice(0, SOURCES.length, 'src_01ARZ3NDEKTSV4RRFFQ69G5FAV');
  for (const from of [0, 4]) {
    const path = join(test.folder, `listed-${from}.jsonl`);
    const lines = Array.from({ length: 12 }, (_, n) => ({
      id: `native ${from + n}`,
      title: `task ${n % 4}`,
      outcome: OUTCOMES[n % 4],
      tags: [TAGS[n % 3]],
      state: STATES[n % 6],
      createdAt: `2026-03-0${1 + (n % 9)}T00:00:00Z`,
    }));
    writeFileSync(path, lines.map((line) => JSON.stringify(line)).join('\n'));
    const { job } = await test.call('import.lessons', { path, projectId: 'p1' });
    SOURCES.push(String((await test.ended(job.id)).result?.sourceId));
  }
}

/** Stores lessons that differ in everything that filters use; returns all of them, newest first. */
async function furnishListed(test: TestCore): Promise<Reflection[]> {
  const random = seeded(7);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  for (let n = 0; n < 160; n++) {
    test.now += Math.floor(random() * 3) * 3_600_000;
    const lesson = await test.store(
      {
        projectId: `p${n % 3}`,
        sessionId: `s${n % 5}`,
        outcome: pick(OUTCOMES),
        kind: pick(KINDS),
        failureCategory: random() < 0.5 ? pick(CATEGORIES) : null,
        confidence: random() < 0.3 ? null : Math.round(random() * 10) / 10,
        tags: TAGS.filter(() => random() < 0.4),
        relatedEntityIds: random() < 0.3 ? ['src/a.ts', `src/${n % 4}.ts`] : [],
        taskDescription: `task ${n % 4}`,
        whatWorked: random() < 0.5 ? [pick(TEXTS)] : [],
        text: random() < 0.3 ? pick(TEXTS) : '',
        agent: random() < 0.5 ? `agent ${n % 2}` : null,
        // What an author notes as a rule is none: only importers may add its version.
        extra: n % 4 === 0 ? { rule: 'mine' } : {},
      },
      random() < 0.5 ? agentIn(null) : undefined,
    );
    for (let said = 0; said < 4 && random() < 0.4; said++) {
      const verdict = pick(VERDICTS);
      await test.call('memory.feedback', { reflectionId: lesson.id, verdict });
      JUDGED.set(lesson.id, [...(JUDGED.get(lesson.id) ?? []), verdict]);
    }
    if (random() < 0.4) await test.call('reflection.setState', { id: lesson.id, state: pick(STATES) });
    if (random() < 0.2) await test.call('reflection.pin', { id: lesson.id });
    if (random() < 0.15) await test.call('reflection.delete', { id: lesson.id });
  }
  await importListed(test);
  // Changed long after their creation, so that the orders by change and by creation differ.
  const made = (await test.call('reflection.list', { limit: 500 })).items;
  for (let n = 0; n < made.length; n += 7) {
    test.now += 1;
    await test.call('reflection.update', { id: made[n]?.id ?? '', changes: { nextStrategy: 'seen again' } });
  }
  const live = await test.call('reflection.list', { state: [...STATES], limit: 500 });
  const deleted = await test.call('reflection.list', { state: [...STATES], deleted: 'only', limit: 500 });
  return [...live.items, ...deleted.items].sort((a, b) =>
    a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : b.seq - a.seq,
  );
}

const among = <T>(wanted: T | readonly T[] | undefined, value: unknown) =>
  wanted === undefined || [wanted].flat().includes(value as never);

function says(lesson: Reflection, word: string): boolean {
  const lower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const places = [
    lesson.taskDescription,
    lesson.text,
    lesson.nextStrategy,
    lesson.rootCause ?? '',
    lesson.causalReasoning ?? '',
    ...lesson.whatWorked,
    ...lesson.whatDidNotWork,
    ...lesson.tags,
    ...lesson.relatedEntityIds,
  ];
  return places.some((place) => lower(place).includes(lower(word)));
}

/** The source of a lesson, as the filter names it. */
export function sourceOf({ author }: Reflection): string {
  return author.kind === 'importer' ? `importer:${author.name}` : author.kind;
}

/** The rule that found a lesson, as the filter names it. */
export function ruleOf({ extra }: Reflection): string | null {
  return typeof extra.rule === 'string' && extra.ruleVersion !== undefined ? extra.rule : null;
}

/** The confidence band of a lesson. */
export function bandOf({ confidence }: Reflection): string {
  if (confidence === null) return 'none';
  return confidence < 0.5 ? 'low' : confidence < 0.8 ? 'medium' : 'high';
}

/** What most verdicts on a lesson say; null where as many say that it helped as that it did not. */
export function feedbackOf({ id }: Reflection): Verdict | null {
  const said = JUDGED.get(id) ?? [];
  const share = (verdict: Verdict) => said.filter((one) => one === verdict).length;
  const against = share('unhelpful') + share('harmful');
  if (share('helpful') > against) return 'helpful';
  if (share('helpful') === against) return null;
  return share('unhelpful') > share('harmful') ? 'unhelpful' : 'harmful';
}

/** The meaning of the filters, implemented a second time in the simplest form. */
export function matches(lesson: Reflection, filter: Filter): boolean {
  return (
    (filter.deleted === 'only') === (lesson.deletedAt !== null) &&
    among(filter.projectId, lesson.projectName) &&
    among(filter.sessionId, lesson.sessionNativeId) &&
    among(filter.outcome, lesson.outcome) &&
    (filter.state === undefined ? lesson.state !== 'rejected' : among(filter.state, lesson.state)) &&
    among(filter.kind, lesson.kind) &&
    among(filter.failureCategory, lesson.failureCategory) &&
    among(filter.agent, lesson.agent) &&
    among(filter.source, sourceOf(lesson)) &&
    among(filter.sourceId, lesson.sourceId) &&
    among(filter.rule, ruleOf(lesson) ?? NO_RULE) &&
    among(filter.confidence, bandOf(lesson)) &&
    among(filter.feedback, feedbackOf(lesson)) &&
    among(filter.month, lesson.createdAt.slice(0, 7)) &&
    (filter.tags ?? []).every((tag) => lesson.tags.includes(tag)) &&
    (filter.minConfidence === undefined || (lesson.confidence !== null && lesson.confidence >= filter.minConfidence)) &&
    (filter.entityId === undefined || lesson.relatedEntityIds.includes(filter.entityId)) &&
    (filter.since === undefined || lesson.createdAt >= filter.since) &&
    (filter.until === undefined || lesson.createdAt < filter.until) &&
    (filter.pinned === undefined || lesson.pinned === filter.pinned) &&
    (filter.text ?? '')
      .split(/\s+/)
      .filter(Boolean)
      .every((word) => says(lesson, word))
  );
}

const oneOrMany = <T>(values: readonly T[]) =>
  fc.oneof(fc.constantFrom(...values), fc.subarray([...values], { minLength: 1 }));
const instantNear = fc
  .integer({ min: 0, max: 200 })
  .map((hours) => new Date(Date.parse('2026-03-01T12:00:00Z') + hours * 3_600_000).toISOString());

const FIELDS = {
  projectId: oneOrMany(['p0', 'p1', 'p2', 'nowhere']),
  sessionId: oneOrMany(['s0', 's1', 's4', 'never']),
  outcome: oneOrMany(OUTCOMES),
  state: oneOrMany(STATES),
  kind: oneOrMany(KINDS),
  failureCategory: oneOrMany(CATEGORIES),
  agent: oneOrMany(['agent 0', 'agent 1', 'test agent', 'none']),
  tags: fc.subarray([...TAGS]),
  minConfidence: fc.constantFrom(0, 0.3, 0.9, 1),
  entityId: fc.constantFrom('src/a.ts', 'src/1.ts', 'src/x.ts'),
  source: oneOrMany(['person', 'agent', 'importer:none', 'importer:lessons']),
  // The ids are known once they were imported.
  sourceId: fc.subarray([0, 1, 2], { minLength: 1 }).map((at) => at.map((one) => SOURCES[one] ?? '')),
  rule: oneOrMany(['rejection', 'fail_then_pass', 'mine', NO_RULE]),
  confidence: oneOrMany(['none', 'low', 'medium', 'high']),
  feedback: oneOrMany(VERDICTS),
  month: oneOrMany(['2026-03', '2026-04']),
  since: instantNear,
  until: instantNear,
  pinned: fc.boolean(),
  text: fc.constantFrom(
    'new',
    'nnew',
    'NEW line',
    '100%',
    'under_score',
    'r_s',
    'back\\slash',
    'Ünïcode',
    '\u{1f600}',
    'task 3',
    '%',
    '',
  ),
  deleted: fc.constantFrom('exclude', 'only'),
} satisfies { [Field in keyof Filter]: fc.Arbitrary<Filter[Field]> };

/** Random filters of at most three fields: more of them together match nothing, and then nothing is shown. */
export const filters: fc.Arbitrary<Filter> = fc
  .subarray(Object.keys(FIELDS) as (keyof typeof FIELDS)[], { maxLength: 3 })
  .chain((fields) =>
    fc.record(Object.fromEntries(fields.map((field) => [field, FIELDS[field]]))),
  ) as fc.Arbitrary<Filter>;

/**
 * A memory for the tests of a file, none of which changes it, and all of its lessons, newest first. It is filled before the first
 * test.
 */
export function listedLessons(): { test: TestCore; everything: readonly Reflection[] } {
  const test = new TestCore();
  const everything: Reflection[] = [];
  beforeAll(async () => {
    everything.push(...(await furnishListed(test)));
  });
  afterAll(() => test.remove());
  return { test, everything };
}
