import { addLesson, type LogDraft } from '../draft.ts';
import { clean, isPlaceholder, withoutMarks } from '../texts.ts';
import { type Fields, isFields, pick, pickText, plainKey, textOf } from './tree.ts';

/** Keys for lessons, as `plainKey` spells them: `learnings`, `lessons_learned`, `keyTakeaways`, `technical_insights`. */
const LESSONS =
  /^(?:key|main|technical|session|extracted|critical|new|important)?(?:learnings?|lessons?|takeaways?|insights?)(?:learned|learnt|captured|extracted|gained)?$/;

export function isLessonKey(key: string): boolean {
  return LESSONS.test(plainKey(key));
}

/** Keys that hold the lesson itself in an object, best first. */
const SAID = ['lesson', 'learning', 'insight', 'takeaway', 'statement', 'content', 'finding', 'observation', 'rule'];
const NAMED = ['pattern', 'topic', 'title', 'name', 'skill'];
const AVOIDED = ['antipattern', 'avoidance', 'mistake', 'dont', 'avoid'];
const TOLD = ['description', 'text', 'summary', 'detail', 'details'];
/** Keys for what to do about it. Without that, many lessons are only a title. */
const DO = ['application', 'solution', 'correction', 'recommendation', 'prevention', 'mitigation', 'action', 'fix'];
const THEREFORE = ['consequence'];
/** Keys for facts about a lesson that are not part of it. */
const ABOUT =
  /^(?:id|type|category|kind|confidence|severity|importance|priority|date|time|timestamp|evidence|references?|links?|tags?|file|path|status|score|atomicity|impact|applicability|detectability|example|examples)$/;

const ended = (text: string) => (/[.!?:;…]$/.test(text) ? text : `${text}.`);

function joined(parts: readonly (string | null)[]): string {
  const said = parts.filter((part): part is string => part !== null && part !== '' && !isPlaceholder(part));
  return said.map((part, at) => (at < said.length - 1 ? ended(part) : part)).join(' ');
}

/** The lesson of an object, as sentences. */
function lessonOf(fields: Fields): string {
  const text = (names: readonly string[]) => pickText(fields, names);
  const [said, named, told, avoided] = [text(SAID), text(NAMED), text(TOLD), text(AVOIDED)];
  const rest = [text(THEREFORE), text(DO)];
  if (avoided !== null) return joined([`Avoid: ${avoided}`, ...rest]);
  if (said !== null) return joined([said, ...rest]);
  if (named !== null) return told === null ? joined([named, ...rest]) : joined([`${named}: ${told}`, ...rest]);
  if (told !== null) return joined([told, ...rest]);
  const others = Object.entries(fields).filter(([key]) => !ABOUT.test(plainKey(key)));
  return joined(others.map(([, value]) => (typeof value === 'string' ? clean(value) : null)));
}

/** True for an object that is one lesson, not a group of lessons. */
function isLesson(fields: Fields): boolean {
  const groups = Object.entries(fields).filter(([, value]) => Array.isArray(value) || isFields(value));
  if (groups.length === 0) return pick(fields, [...SAID, ...NAMED, ...AVOIDED, ...TOLD, 'source', 'context']) !== null;
  return pickText(fields, [...SAID, ...NAMED, ...AVOIDED, ...TOLD]) !== null;
}

/** Takes lessons from the value of such a key: texts, objects, lists of both, or groups such as `{patterns, avoidances}`. */
export function takeLessons(draft: LogDraft, value: unknown): void {
  if (typeof value === 'string') takeText(draft, value);
  else if (Array.isArray(value)) for (const member of value) takeLessons(draft, member);
  else if (isFields(value)) {
    if (isLesson(value)) addLesson(draft, lessonOf(value));
    else for (const [key, member] of Object.entries(value)) if (!ABOUT.test(plainKey(key))) takeLessons(draft, member);
  }
}

/** Takes lessons from a text: one lesson, or a list of them. */
function takeText(draft: LogDraft, value: string): void {
  const items = clean(value)
    .split('\n')
    .filter((line) => /^\s*(?:[-*+•]|\d{1,3}[.)])\s/.test(line));
  const lessons = items.length > 1 ? items.map((item) => item.replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/, '')) : [value];
  for (const lesson of lessons) addLesson(draft, lesson);
}

const LEAD =
  /^(?:key |main )?(?:learnings?|lessons?|takeaways?)(?: (?:learned|captured|from this session)){0,2}\s?:\s*/i;
const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/;

/** Takes the lessons that a retrospective in one text marks as such: "Learning: …", or a list under "Learnings captured:". */
export function takeRetrospective(draft: LogDraft, value: unknown): void {
  if (typeof value !== 'string') return;
  let isList = false;
  for (const line of textOf(value).split('\n')) {
    const text = withoutMarks(line.replace(/^#{1,6}\s/, ''));
    const rest = text.replace(LEAD, '');
    if (rest !== text) {
      isList = rest === '';
      if (rest !== '') addLesson(draft, rest);
    } else if (isList && ITEM.test(line)) addLesson(draft, line.replace(ITEM, ''));
    else if (text !== '' && !/^\s/.test(line)) isList = false;
  }
}
