import { lessonTitle, plainLine, plainText, type Reflection, type SearchHit } from '@twicewise/contract';
import { FURTHER_TEXTS } from '../../data/lesson-texts.ts';
import { matchesIn } from '../../elements/Marked/runs.ts';

/** The kind of statement in a lead: what failed, what worked, what to do next, why, a note, a tag, or what it is about. */
export type LeadKind = 'failed' | 'worked' | 'next' | 'cause' | 'note' | 'tag' | 'about';

/** The line below the task of a lesson. */
export interface LessonLead {
  kind: LeadKind;
  text: string;
}

/** What a row shows besides the task. `leads`: above it, because tasks that read the same tell rows apart no more. */
export interface RowLines {
  lead: LessonLead | null;
  leads: boolean;
}

const SEPARATORS = /^[\s.,:;–—-]+/;

/** What a line says beyond the task above it; empty if it only repeats that, or its beginning. */
function beyond(title: string, line: string): string {
  if (title === '' || line === '') return line;
  if (title.startsWith(line)) return '';
  if (!line.startsWith(title)) return line;
  const rest = line.slice(title.length).replace(SEPARATORS, '');
  return rest === '' ? '' : `… ${rest}`;
}

/** A text from its first line on that says more than the title. */
function noteBeyond(title: string, text: string): string {
  const lines = text.slice(0, LOOKED_AT).split('\n');
  return lines.find((line) => beyond(title, plainLine(line)) !== '') ?? '';
}

/**
 * What a lesson states beyond its task in order of weight, a line each: what worked first if it was a success, otherwise what failed.
 */
export function leadsOf(lesson: Reflection): LessonLead[] {
  const { whatDidNotWork: failed, whatWorked: worked, nextStrategy, text } = lesson;
  const title = lessonTitle(lesson);
  const lines = { failed, worked, next: [nextStrategy], note: [noteBeyond(title, text)] };
  const order = lesson.outcome === 'success' ? (['worked', 'next', 'failed'] as const) : orderOfFailure;
  return [...order, 'note' as const].flatMap((kind) =>
    lines[kind].map((said) => ({ kind, text: beyond(title, plainLine(said)) })).filter((lead) => lead.text !== ''),
  );
}

/** The line that tells most about a lesson, and more than its task. */
export function leadOf(lesson: Reflection): LessonLead | null {
  return leadsOf(lesson)[0] ?? null;
}

const orderOfFailure = ['failed', 'next', 'worked'] as const;

/** The words of a lesson that the search matched; not those that are only spelt alike, which were tried in place of a word. */
export function wordsOf(hit: SearchHit | undefined): ReadonlySet<string> {
  return new Set(hit?.why?.terms.flatMap(({ match, words }) => (match === 'similar' ? [] : words)));
}

/** Maps each matched word of the lesson to the word of the search. */
type Answers = ReadonlyMap<string, string>;

function answersOf(hit: SearchHit): Answers {
  return new Map(hit.why?.terms.flatMap(({ query, words }) => words.map((word) => [word, query] as const)));
}

function answered(text: string, answers: Answers): Set<string> {
  const { found } = matchesIn(text, new Set(answers.keys()));
  return new Set([...found].map((word) => answers.get(word) ?? ''));
}

/**
 * Maximum length of a text that is searched for the line, in UTF-16 units: a row shows one line, and what comes later is ignored.
 */
const LOOKED_AT = 2000;
/** Number of characters of a line that are visible in the narrowest list. A match that ends further in would be cut off. */
const SEEN = 26;
/** A line whose match would be cut off begins at most this many characters before the match, at the start of a word. */
const BEFORE = 10;

/** The kind of lead for further texts of a lesson; `cause` for those not listed. */
const LEADS: Partial<Record<keyof Reflection, LeadKind>> = { text: 'note' };

function linesOf(lesson: Reflection): LessonLead[] {
  const of = (kind: LeadKind, texts: readonly (string | null)[]) =>
    texts
      .flatMap((text) => (text ?? '').slice(0, LOOKED_AT).split('\n'))
      .map((text) => ({ kind, text: plainText(text) }));
  return [
    ...of('failed', lesson.whatDidNotWork),
    ...of('next', [lesson.nextStrategy]),
    ...of('worked', lesson.whatWorked),
    ...FURTHER_TEXTS.flatMap((field) => of(LEADS[field] ?? 'cause', [lesson[field]])),
    ...of('tag', [lesson.tags.join(', ')]),
    ...of('about', lesson.relatedEntityIds),
  ];
}

/** The text from shortly before its first match on, with names kept whole; the full text when the match is visible anyway. */
function excerpt(text: string, words: ReadonlySet<string>): string {
  const { first, end } = matchesIn(text, words);
  if (first <= BEFORE || end <= SEEN) return text;
  const name = Math.max(text.lastIndexOf(' ', first - 1), text.lastIndexOf('/', first - 1)) + 1;
  // A name that does not fit is cut shortly before its match.
  if (end - name > SEEN) return `… ${text.slice(first - BEFORE)}`;
  // Near the end of the text there is room for more of what comes before the match.
  const from = Math.min(name - Math.min(BEFORE, SEEN - (end - name)), text.length - SEEN);
  if (from <= 0) return text;
  return `… ${text.slice(from + text.slice(from, name).search(/[\s/]/) + 1).trimStart()}`;
}

/** Of the words in a text, those that count most for the hit; they must be visible. */
function foremost(text: string, rest: Answers, hit: SearchHit): ReadonlySet<string> {
  const there = answered(text, rest);
  const terms = (hit.why?.terms ?? []).filter(({ query }) => there.has(query));
  const [first] = terms.toSorted((a, b) => b.score - a.score);
  return new Set(first?.words);
}

/** The line that best explains why a lesson was found, apart from its task; otherwise its usual lead. */
export function foundLead(lesson: Reflection, hit: SearchHit): LessonLead | null {
  const answers = answersOf(hit);
  const inTask = answered(lessonTitle(lesson).slice(0, LOOKED_AT), answers);
  // Words already shown in the task need no second line.
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
