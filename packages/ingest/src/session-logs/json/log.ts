import { parseJson } from '@twicewise/contract';
import { assemble } from '../assemble.ts';
import { commitId } from '../commits.ts';
import { addEvent, type LogDraft, newDraft, type Place } from '../draft.ts';
import type { Extracted, ExtractedSession, LogFile, Unreadable } from '../extracted.ts';
import { gatesOf, isGate } from '../gates.ts';
import type { InParts } from '../parts.ts';
import { addCommit, takeCommits, takeResults } from '../prose.ts';
import { isFixture } from '../says-fixture.ts';
import { clean } from '../texts.ts';
import { timeOf } from '../times.ts';
import { takeArtifacts } from './artifacts.ts';
import { isDecisionKey, takeDecisions } from './decisions.ts';
import { isEntryKey, takeEntries } from './entries.ts';
import { takeJsonInsights } from './insights.ts';
import { isLessonKey, takeLessons, takeRetrospective } from './lessons.ts';
import { otherImportOf } from './no-log.ts';
import { takeCounts } from './results.ts';
import { sessionIn, statedIn } from './session.ts';
import { below, type Fields, isFields, pick, plainKey, textOf } from './tree.ts';

/** Keys for plans, templates or the beginning of the session, which do not say what happened. */
const NO_NEWS =
  /^(?:nextsteps?|nextactions?|objectives?|goals?|protocolcompliance|schema|sessionstart|recommendations?|plan|blockers|todos?)$/;
const COMMITS = /^(?:endingcommit|commits?|commitsha|commithash|finalcommit|fixcommits?)$/;
const HANDOVER = /^(?:agent)?(?:handoffs?|handovers?)$/;
const METRICS = /^(?:episode|session)?(?:metrics|statistics|stats)$/;
/** Keys of texts that may contain counted results. */
const TELLS = /test|verif|valid|result|outcome|summary|status|evidence/;
const MAX_METRICS = 50;

/** Pointers that stand for the whole log: the log itself, and its sessions. */
const IS_WHOLE = /^(?:\/session|\/sessions(?:\/\d+)?)?$/i;

/** True for an object that has anything of a session log. */
function isLog(fields: Fields): boolean {
  return Object.keys(fields).some((key) => {
    const name = plainKey(key);
    const isOfLog = /^(?:session|sessions|protocolcompliance|sessionend|objective|goal|retrospective|outcomes?)$/.test(
      name,
    );
    return isOfLog || isEntryKey(key) || isDecisionKey(key) || isLessonKey(key);
  });
}

/**
 * The name of a metric in our spelling: `toolCalls` becomes `tool_calls`, and `__proto__`, which no record can hold, becomes
 * `proto`.
 */
function metricName(key: string): string {
  return clean(key, 64)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')
    .join('_');
}

/** Takes what the log itself counted. A missing metric stays missing (R1). */
function takeMetrics(draft: LogDraft, value: unknown): void {
  if (!isFields(value)) return;
  for (const [key, count] of Object.entries(value)) {
    const isCount = typeof count === 'number' && Number.isFinite(count);
    if (isCount && draft.metrics.size < MAX_METRICS && /[a-z]/i.test(key)) draft.metrics.set(metricName(key), count);
  }
}

function takeHandovers(draft: LogDraft, value: unknown, place: Place): void {
  const members = Array.isArray(value) ? value : [value];
  for (const [at, member] of members.entries()) {
    if (isFields(member) && isGate(member)) continue;
    const pointer = Array.isArray(value) ? below(place.pointer, at) : place.pointer;
    const time = isFields(member) ? (timeOf(member)?.time ?? place.time) : place.time;
    addEvent(draft, { pointer, time, type: 'handoff', content: typeof member === 'boolean' ? '' : textOf(member) });
  }
}

function takeNamedCommits(draft: LogDraft, value: unknown, place: Place): void {
  const members = Array.isArray(value) ? value : [value];
  for (const [at, member] of members.entries()) {
    const id = commitId(isFields(member) ? pick(member, ['sha', 'hash', 'commit', 'id'])?.value : member);
    const text = isFields(member) ? textOf(pick(member, ['message', 'summary', 'title', 'description'])?.value) : '';
    const pointer = Array.isArray(value) ? below(place.pointer, at) : place.pointer;
    if (id !== null) addCommit(draft, id, text, { ...place, pointer });
    if (isFields(member)) takeCounts(draft, member, { ...place, pointer });
  }
}

type Take = (draft: LogDraft, value: unknown, place: Place) => void;

/** Takes the members of a list one by one, so that other work may run in between. */
function* oneByOne(take: Take, draft: LogDraft, value: unknown, place: Place): InParts<void> {
  if (!Array.isArray(value)) {
    take(draft, value, place);
    return;
  }
  for (const [at, member] of value.entries()) {
    take(draft, member, { ...place, pointer: below(place.pointer, at) });
    yield;
  }
}

/** Takes one member of an object; its key decides what it is. */
function* takeMember(draft: LogDraft, key: string, value: unknown, place: Place): InParts<void> {
  const name = plainKey(key);
  takeJsonInsights(draft, key, value, place);
  if (NO_NEWS.test(name)) return;
  if (isDecisionKey(key)) yield* oneByOne(takeDecisions, draft, value, place);
  else if (isLessonKey(key)) takeLessons(draft, value);
  else if (COMMITS.test(name)) takeNamedCommits(draft, value, place);
  else if (HANDOVER.test(name)) takeHandovers(draft, value, place);
  else if (isEntryKey(key) || (name === 'outcomes' && Array.isArray(value)))
    yield* oneByOne(takeEntries, draft, value, place);
  else if (takeArtifacts(draft, key, value, place)) return;
  else if (typeof value === 'string') {
    if (name.startsWith('retrospective')) takeRetrospective(draft, value);
    else if (TELLS.test(name)) takeResults(draft, clean(value), place);
  } else {
    if (METRICS.test(name)) takeMetrics(draft, value);
    yield* walk(draft, value, place);
  }
}

function* walk(draft: LogDraft, value: unknown, place: Place): InParts<void> {
  if (Array.isArray(value)) {
    for (const [at, member] of value.entries()) {
      if (typeof member === 'object') yield* walk(draft, member, { ...place, pointer: below(place.pointer, at) });
    }
  } else if (isFields(value) && !isGate(value)) {
    // An entry happened when it says so. The start time of the log or of its session is not the time of the entries in it (R9).
    const here = { ...place, time: IS_WHOLE.test(place.pointer) ? null : (timeOf(value)?.time ?? place.time) };
    takeCounts(draft, value, here);
    for (const [key, member] of Object.entries(value)) {
      yield* takeMember(draft, key, member, { ...here, pointer: below(place.pointer, key) });
      yield;
    }
  }
}

/** Lessons that were written into a checklist. */
function takeChecklistLessons(draft: LogDraft, checklist: unknown): void {
  if (!isFields(checklist)) return;
  for (const part of Object.values(checklist).filter(isFields)) {
    for (const [key, value] of Object.entries(part))
      if (isLessonKey(key) && !isFields(value)) takeLessons(draft, value);
  }
}

const AT_END = /^(?:session)?(?:end|close|closing|completion|exit)/;

/** Members of an object that concern the end of the session, with their pointers. */
function endsIn(fields: unknown, pointer: string): { value: unknown; pointer: string }[] {
  if (!isFields(fields)) return [];
  const ends = Object.entries(fields).filter(([key]) => AT_END.test(plainKey(key)));
  return ends.map(([key, value]) => ({ value, pointer: below(pointer, key) }));
}

/** Takes the checklists for the end of the session, and what their evidence contains. */
function takeGates(draft: LogDraft, root: Fields, above: string): void {
  const compliance = pick(root, ['protocolcompliance']);
  const checklist = { value: compliance?.value, pointer: below(above, compliance?.key ?? '') };
  takeChecklistLessons(draft, checklist.value);
  for (const { value, pointer } of [checklist, ...endsIn(root, above), ...endsIn(checklist.value, checklist.pointer)]) {
    for (const gate of gatesOf(value)) {
      draft.gates.push(gate);
      const place = { pointer: below(pointer, gate.name), time: null };
      if (gate.kind === 'result') takeResults(draft, gate.evidence, place);
      if (gate.isCommit && gate.isDone) takeCommits(draft, gate.evidence, place, true);
    }
    const ending = isFields(value) ? commitId(pick(value, ['endingcommit'])?.value) : null;
    if (ending !== null) addCommit(draft, ending, '', { pointer, time: null });
  }
}

function* drafted(
  parsed: unknown,
  root: Fields,
  session: ExtractedSession & { foreignCommits: string[] },
): InParts<LogDraft> {
  const draft = newDraft();
  draft.task = session.goal ?? '';
  for (const id of session.foreignCommits) draft.foreignCommits.add(id, id);
  draft.stated = statedIn(root);
  yield* walk(draft, parsed, { pointer: '', time: null });
  for (const [at, member] of Array.isArray(parsed) ? parsed.entries() : []) {
    if (isFields(member)) takeGates(draft, member, `/${at}`);
  }
  if (parsed === root) takeGates(draft, root, '');
  const calls = pick(root, ['toolcalls'])?.value;
  if (typeof calls === 'number') takeMetrics(draft, { tool_calls: calls });
  return draft;
}

/** Reads a log in JSON. */
export function* extractJson(file: LogFile, nativeId: string): InParts<Extracted | Unreadable> {
  let parsed: unknown;
  try {
    parsed = parseJson(file.text);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'This is not JSON.' };
  }
  // In a file with a list of sessions, the first describes the log.
  const members = Array.isArray(parsed) ? parsed : [parsed];
  const other = otherImportOf(members, Array.isArray(parsed));
  if (other !== null) return { problem: other };
  const root = members.find((member) => isFields(member) && isLog(member));
  if (!isFields(root)) return { problem: 'This JSON has nothing of a session log.' };
  if (isFixture(root)) return { problem: 'The log says that it is a test fixture.' };
  const { session, occurred, foreignCommits, number } = sessionIn(root, nativeId);
  yield;
  const draft = yield* drafted(parsed, root, { ...session, foreignCommits });
  return { session, ...assemble(draft, occurred, session, { format: 'json', number }) };
}
