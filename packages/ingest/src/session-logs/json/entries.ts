import { KNOWN_EVENT_TYPES } from '@twicewise/contract';
import { commitId } from '../commits.ts';
import { addEvent, type LogDraft, type Place } from '../draft.ts';
import { addCommit, takeCommits, takeResults } from '../prose.ts';
import { clean, cut, headline, isFragment, isPlaceholder } from '../texts.ts';
import { timeOf } from '../times.ts';
import { takeArtifacts } from './artifacts.ts';
import { isDecisionKey, takeDecisions } from './decisions.ts';
import { leftover } from './leftover.ts';
import { isLessonKey, takeLessons } from './lessons.ts';
import { takeCounts } from './results.ts';
import { tiesIn } from './ties.ts';
import { below, type Fields, isFields, pick, plainKey, textOf, textsIn } from './tree.ts';

/** Keys for lists of what was done, as `plainKey` spells them. */
const ENTRIES =
  /^(?:session|agent|detailed)?(?:worklogs?|logentries|entries|events?|timeline|activit(?:y|ies)|actions?(?:taken|log)?|tasks?(?:completed|log)?|workcompleted|workperformed|workdone|workitems?|completed(?:tasks|work|items)|accomplishments|changesmade|work|phases)$/;

export function isEntryKey(key: string): boolean {
  return ENTRIES.test(plainKey(key));
}

/** Keys for what was done, best first, and for its result. */
const DONE = [
  'action',
  'actions',
  'activity',
  'activities',
  'entry',
  'task',
  'event',
  'item',
  'title',
  'step',
  'phase',
];
const TOLD = ['summary', 'description', 'content', 'message', 'text', 'note', 'notes', 'name', 'decision', 'evidence'];
const BECAME = ['outcome', 'result', 'results', 'details', 'detail', 'finding', 'findings', 'verification'];
const COMMITS = ['commit', 'commits', 'commitsha', 'commithash', 'commitid', 'sha', 'endingcommit'];
const STATUS = ['status', 'state', 'disposition'];
const NOT_DONE =
  /^\s*(?:pending|todo|to do|planned|not started|in[ _-]?progress|blocked|deferred|skipped|open|queued|waiting|cancel)/i;
/** Maximum length of an event's text; the rest of an entry stays in its source. */
const MAX_CONTENT = 8192;

const isWord = (text: string) => /[\p{L}]{2}/u.test(text);

/** The text of an entry: what was done, then the result. */
function contentOf(fields: Fields): { content: string; keys: string[] } {
  const filled = [...DONE, ...TOLD]
    .flatMap((name) => pick(fields, [name]) ?? [])
    .map(({ key, value }) => ({ key, text: textOf(value) }))
    .filter(({ text }) => isWord(text) && !isFragment(text));
  const [main, ...others] = filled;
  // A phase or a step is only the entry's name: the first text beside it says what was done.
  const more = main && /^(?:step|phase|title|item|task)$/.test(plainKey(main.key)) ? others.slice(0, 1) : [];
  const told = others.filter(({ key }) => ['summary', 'description'].includes(plainKey(key)));
  const became = BECAME.flatMap((name) => pick(fields, [name]) ?? []).map(({ key, value }) => ({
    key,
    text: textOf(value),
  }));
  const parts = [main, ...new Set([...more, ...told]), ...became].filter((part) => part !== undefined);
  const lines = parts.map(({ text }) => text).filter((text) => text !== '' && !isPlaceholder(text));
  // An entry without any known text is written out as it is.
  const content = cut([...new Set(lines)].join('\n') || textOf(fields), MAX_CONTENT);
  // What was cut is kept in `extra`, as far as it fits.
  return { content, keys: content.endsWith('…') ? [] : parts.map(({ key }) => key) };
}

const HANDED = /^(?:handed (?:off|over)\b|hand-?(?:off|over) to\b|handover\b)/i;

/** The type of an entry: its own word if that is known, else a milestone, a handoff, or a note if it was not done. */
function typeOf(fields: Fields, content: string): string {
  const word = pick(fields, ['type', 'kind'])?.value;
  const known = KNOWN_EVENT_TYPES.find((type) => type === word);
  // What an agent calls an error counts as one only when it has a count (R3).
  if (known !== undefined && known !== 'error' && known !== 'commit') return known;
  const status = pick(fields, STATUS)?.value;
  if (typeof status === 'string' && NOT_DONE.test(status)) return 'note';
  return HANDED.test(headline(content)) ? 'handoff' : 'milestone';
}

/** Commits named by fields of an entry. Returns the keys that were understood (R5). */
function takeNamedCommits(draft: LogDraft, fields: Fields, content: string, place: Place): string[] {
  return COMMITS.flatMap((name) => {
    const found = pick(fields, [name]);
    const members = Array.isArray(found?.value) ? found.value : [found?.value];
    const ids = members.flatMap(
      (member) => commitId(isFields(member) ? pick(member, ['sha', 'hash', 'id'])?.value : member) ?? [],
    );
    const texts = members.map((member) =>
      isFields(member) ? textOf(pick(member, ['message', 'summary', 'title'])?.value) : '',
    );
    for (const [at, id] of ids.entries()) addCommit(draft, id, texts[at] || headline(content), place);
    return found && ids.length > 0 && ids.length === members.length && !members.some(isFields) ? [found.key] : [];
  });
}

/** Takes what entries hold beside their text: decisions, lessons, artifacts. Returns the keys that were understood. */
function takeMembers(draft: LogDraft, fields: Fields, place: Place): string[] {
  return Object.entries(fields).flatMap(([key, value]) => {
    const there = { ...place, pointer: below(place.pointer, key) };
    const before = draft.decisions.length + draft.lessons.length;
    if (isDecisionKey(key)) takeDecisions(draft, value, there);
    else if (isLessonKey(key)) takeLessons(draft, value);
    else return takeArtifacts(draft, key, value, there) ? [key] : [];
    return draft.decisions.length + draft.lessons.length > before && typeof value === 'string' ? [key] : [];
  });
}

function takeEntry(draft: LogDraft, fields: Fields, place: Place): void {
  const time = timeOf(fields);
  const here = { ...place, time: time?.time ?? place.time };
  const { content, keys } = contentOf(fields);
  const ties = tiesIn(fields);
  const taken = takeMembers(draft, fields, here);
  const type = typeOf(fields, content);
  const commits = takeNamedCommits(draft, fields, content, here);
  // An entry that only names a commit needs no milestone beside it.
  const isCommit = pick(fields, ['type'])?.value === 'commit' && commits.length > 0;
  if (content !== '' && !isCommit) {
    const known = new Set([...keys, ...ties.keys, ...taken, ...commits, ...(time ? [time.key] : [])]);
    const kind = pick(fields, ['type']);
    if (kind?.value === type) known.add(kind.key);
    addEvent(draft, { ...here, type, content, ...ties.ties, extra: leftover(fields, known) });
  }
  takeCounts(draft, fields, here);
  for (const text of textsIn(fields)) {
    takeResults(draft, text, here, content);
    if (commits.length === 0) takeCommits(draft, text, here);
  }
}

/** Takes the parts of an entry that have entries of their own. Returns false when there are none. */
function takeNested(draft: LogDraft, fields: Fields, place: Place): boolean {
  const inner = Object.entries(fields).filter(([key, value]) => holdsEntries(key, value));
  if (inner.length === 0) return false;
  for (const [key, value] of inner) takeEntries(draft, value, { ...place, pointer: below(place.pointer, key) });
  return true;
}

/** True for a member that is itself a list of entries. The actions of a phase are the text of one entry. */
function holdsEntries(key: string, value: unknown): boolean {
  if (!isEntryKey(key) || !Array.isArray(value)) return false;
  return value.some(isFields) || !/^(?:actions?|activit(?:y|ies))$/.test(plainKey(key));
}

/** Takes the entries from the value of such a key, whatever its shape (R18). */
export function takeEntries(draft: LogDraft, value: unknown, place: Place): void {
  if (Array.isArray(value)) {
    for (const [at, member] of value.entries()) {
      takeEntries(draft, member, { ...place, pointer: below(place.pointer, at) });
    }
  } else if (typeof value === 'string') {
    const content = cut(clean(value), MAX_CONTENT);
    if (isPlaceholder(content) || isFragment(content)) return;
    addEvent(draft, { ...place, type: HANDED.test(content) ? 'handoff' : 'milestone', content });
    takeResults(draft, content, place);
    takeCommits(draft, content, place);
  } else if (isFields(value)) {
    const inner = takeNested(draft, value, place);
    const rest = inner
      ? Object.fromEntries(Object.entries(value).filter(([key, part]) => !holdsEntries(key, part)))
      : value;
    takeEntry(draft, rest, place);
  }
}
