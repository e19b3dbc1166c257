import type { Reflection, SearchHit } from '@twicewise/contract';
import { FURTHER_TEXTS } from '../../data/lesson-texts.ts';
import { matchesIn } from '../../elements/Marked/runs.ts';

/** What a lead tells of: what failed, what worked, what to do next, why, what was noted, how it is filed, or what it is about. */
export type LeadKind = 'failed' | 'worked' | 'next' | 'cause' | 'note' | 'tag' | 'about';

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

function answered(text: string, answers: Answers): Set<string> {
  const { found } = matchesIn(text, new Set(answers.keys()));
  return new Set([...found].map((word) => answers.get(word) ?? ''));
}

/** A row shows one line; what lies further behind is not looked at for it, in UTF-16 units. */
const LOOKED_AT = 2000;
/** What is in sight of a line in the narrowest list. A match that ends further in would be cut off. */
const SEEN = 26;
/** The line begins at most so far before its match then, at the beginning of a word. */
const BEFORE = 10;

/** What the further texts of a lesson tell of, where that is not why it went as it did. */
const LEADS: Partial<Record<keyof Reflection, LeadKind>> = { text: 'note' };

function linesOf(lesson: Reflection): LessonLead[] {
  const of = (kind: LeadKind, texts: readonly (string | null)[]) =>
    texts.flatMap((text) => (text ?? '').slice(0, LOOKED_AT).split('\n')).map((text) => ({ kind, text: text.trim() }));
  return [
    ...of('failed', lesson.whatDidNotWork),
    ...of('next', [lesson.nextStrategy]),
    ...of('worked', lesson.whatWorked),
    ...FURTHER_TEXTS.flatMap((field) => of(LEADS[field] ?? 'cause', [lesson[field]])),
    ...of('tag', [lesson.tags.join(', ')]),
    ...of('about', lesson.relatedEntityIds),
  ];
}

/** The text from shortly before its first match on, names whole; all of it when the match is in sight anyway. */
function excerpt(text: string, words: ReadonlySet<string>): string {
  const { first, end } = matchesIn(text, words);
  if (first <= BEFORE || end <= SEEN) return text;
  const name = Math.max(text.lastIndexOf(' ', first - 1), text.lastIndexOf('/', first - 1)) + 1;
  // A name that does not fit is cut inside, shortly before its match.
  if (end - name > SEEN) return `… ${text.slice(first - BEFORE)}`;
  // Near the end there is room for more of what stands before.
  const from = Math.min(name - Math.min(BEFORE, SEEN - (end - name)), text.length - SEEN);
  if (from <= 0) return text;
  return `… ${text.slice(from + text.slice(from, name).search(/[\s/]/) + 1).trimStart()}`;
}

/** Of the words that a text has, those that count most for the hit: they must be in sight. */
function foremost(text: string, rest: Answers, hit: SearchHit): ReadonlySet<string> {
  const there = answered(text, rest);
  const terms = (hit.why?.terms ?? []).filter(({ query }) => there.has(query));
  const [first] = terms.toSorted((a, b) => b.score - a.score);
  return new Set(first?.words);
}

/** The line that says most of why a lesson was found beyond its task; its usual lead where none says more. */
export function foundLead(lesson: Reflection, hit: SearchHit): LessonLead | null {
  const answers = answersOf(hit);
  const inTask = answered(lesson.taskDescription.slice(0, LOOKED_AT), answers);
  // What the task shows already needs no second line.
  const rest = new Map([...answers].filter(([, query]) => !inTask.has(query)));
  const usual = leadOf(lesson);
  let best = usual;
  let most = answered(usual?.text ?? '', rest).size;
  for (const line of linesOf(lesson)) {
    const more = answered(line.text, rest).size;
    if (more <= most) continue;
    most = more;
    best = line;
  }
  return best && most > 0 ? { kind: best.kind, text: excerpt(best.text, foremost(best.text, rest, hit)) } : best;
}
