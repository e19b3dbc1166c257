import type { Reflection, SearchHit } from '@twicewise/contract';
import { matchesIn } from '../../elements/Marked/runs.ts';

/** What a lead tells of: what failed, what worked, what to do next, why, what was noted, or how it is filed. */
export type LeadKind = 'failed' | 'worked' | 'next' | 'cause' | 'note' | 'tag';

/** The one line under a task. */
export interface LessonLead {
  kind: LeadKind;
  text: string;
}

const firstLine = (text: string) => text.trim().split('\n', 1)[0] ?? '';

/** The one line that tells most about a lesson: of a success what worked, of anything else what failed. */
export function leadOf(lesson: Reflection): LessonLead | null {
  const lines = {
    failed: lesson.whatDidNotWork[0],
    worked: lesson.whatWorked[0],
    next: lesson.nextStrategy,
    note: lesson.text,
  };
  const first = lesson.outcome === 'success' ? (['worked', 'next', 'failed'] as const) : orderOfFailure;
  for (const kind of [...first, 'note' as const]) {
    const text = firstLine(lines[kind] ?? '');
    if (text !== '') return { kind, text };
  }
  return null;
}

const orderOfFailure = ['failed', 'next', 'worked'] as const;

/** Words of a lesson by which it was found. */
export function wordsOf(hit: SearchHit | undefined): ReadonlySet<string> {
  return new Set(hit?.why?.terms.flatMap(({ words }) => words));
}

/** Which word of the search each word of the lesson answers. */
type Answers = ReadonlyMap<string, string>;

function answersOf(hit: SearchHit): Answers {
  return new Map(hit.why?.terms.flatMap(({ query, words }) => words.map((word) => [word, query] as const)));
}

function answered(text: string, answers: Answers): { queries: Set<string>; first: number } {
  const { found, first } = matchesIn(text, new Set(answers.keys()));
  return { queries: new Set([...found].map((word) => answers.get(word) ?? '')), first };
}

/** A row shows one line; what lies further behind is not looked at for it, in UTF-16 units. */
const LOOKED_AT = 2000;
/** What is in sight of a line. A match further in would be cut off; the line begins shortly before it then. */
const SEEN = 44;
const BEFORE = 16;

function linesOf(lesson: Reflection): LessonLead[] {
  const of = (kind: LeadKind, texts: readonly (string | null)[]) =>
    texts.flatMap((text) => (text ?? '').slice(0, LOOKED_AT).split('\n')).map((text) => ({ kind, text: text.trim() }));
  return [
    ...of('failed', lesson.whatDidNotWork),
    ...of('next', [lesson.nextStrategy]),
    ...of('worked', lesson.whatWorked),
    ...of('cause', [lesson.rootCause, lesson.causalReasoning]),
    ...of('note', [lesson.text]),
    ...of('tag', [lesson.tags.join(', ')]),
  ];
}

/** From shortly before the match on, at the beginning of a word. */
function excerpt(text: string, first: number): string {
  if (first <= SEEN) return text;
  const start = text.lastIndexOf(' ', first - BEFORE) + 1;
  return start > 0 ? `… ${text.slice(start)}` : text;
}

/** The line that says most of why a lesson was found beyond its task; its usual lead where none says more. */
export function foundLead(lesson: Reflection, hit: SearchHit): LessonLead | null {
  const answers = answersOf(hit);
  const inTask = answered(lesson.taskDescription.slice(0, LOOKED_AT), answers).queries;
  const beyondTask = (text: string) => {
    const { queries, first } = answered(text, answers);
    return { more: [...queries].filter((query) => !inTask.has(query)).length, first };
  };
  const usual = leadOf(lesson);
  const { more: least, first: firstInUsual } = beyondTask(usual?.text ?? '');
  let best = usual && least > 0 ? { kind: usual.kind, text: excerpt(usual.text, firstInUsual) } : usual;
  let most = least;
  for (const { kind, text } of linesOf(lesson)) {
    const { more, first } = beyondTask(text);
    if (more <= most) continue;
    most = more;
    best = { kind, text: excerpt(text, first) };
  }
  return best;
}
