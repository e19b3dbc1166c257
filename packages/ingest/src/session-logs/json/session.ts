import type { LineTime } from '../../lesson-lines/line-time.ts';
import { commitId } from '../commits.ts';
import type { StatedOutcome } from '../draft.ts';
import type { ExtractedSession } from '../extracted.ts';
import { statedOutcome } from '../stated.ts';
import { clean, isPlaceholder } from '../texts.ts';
import { timeIn } from '../times.ts';
import { type Fields, isFields, pick, pickText } from './tree.ts';

const GOALS = ['objective', 'goal', 'sessiongoal', 'task', 'title', 'description', 'taskdescription'];
const STARTS = ['start', 'startedat', 'starttime', 'starttimestamp', 'started', 'date', 'timestamp', 'sessiondate'];
const ENDS = ['end', 'endedat', 'endtime', 'endtimestamp', 'ended', 'completedat'];
const BEGINNINGS = ['startingcommit', 'startcommit', 'basecommit', 'base', 'basesha'];

/** Objects in which a log describes its session: the log itself, and members for that purpose. */
function describing(root: Fields): Fields[] {
  const members = ['session', 'sessioninfo', 'metadata', 'meta'].map((name) => pick(root, [name])?.value);
  return [...members.filter(isFields), root];
}

function timeUnder(places: readonly Fields[], names: readonly string[]): LineTime | null {
  const times = places.flatMap((fields) => names.flatMap((name) => timeIn(pick(fields, [name])?.value) ?? []));
  return times.find(({ quality }) => quality === 'exact') ?? times[0] ?? null;
}

function textUnder(places: readonly Fields[], names: readonly string[]): string | null {
  for (const fields of places) {
    for (const name of names) {
      const text = pickText(fields, [name]);
      if (text !== null && !isPlaceholder(text)) return text;
    }
  }
  return null;
}

const exact = (time: LineTime | null) => (time?.quality === 'exact' ? time.at : null);

/** Commits below keys for the start of the session, or for what it was compared with. */
function beginnings(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(beginnings);
  if (!isFields(value)) return [];
  const own = BEGINNINGS.flatMap((name) => commitId(pick(value, [name])?.value) ?? []);
  return [...own, ...Object.values(value).flatMap(beginnings)];
}

/** What a JSON log says of its session. */
export function sessionIn(root: Fields, nativeId: string) {
  const places = describing(root);
  const start = timeUnder(places, STARTS);
  const branch = textUnder(places, ['branch', 'gitbranch']);
  const number = places.map((fields) => pick(fields, ['number', 'sessionnumber'])?.value);
  const session: ExtractedSession = {
    nativeId,
    goal: textUnder(places, GOALS),
    branch: branch === null ? null : clean(branch.replaceAll('`', ''), 512) || null,
    startedAt: exact(start),
    endedAt: exact(timeUnder(places, ENDS)),
  };
  return {
    session,
    occurred: start,
    foreignCommits: [...new Set(beginnings(root))],
    number: number.find((value) => typeof value === 'number' || typeof value === 'string') ?? null,
  };
}

/** Fields in which a log says how the session ended. */
export function statedIn(root: Fields): StatedOutcome[] {
  const places = [root, ...describing(root)].flatMap((fields) => {
    const [outcome, outcomes] = ['outcome', 'outcomes'].map((name) => pick(fields, [name])?.value);
    const episode = isFields(outcomes) ? pick(outcomes, ['episode'])?.value : null;
    return [fields, outcome, outcomes, episode].filter(isFields);
  });
  const words = [...new Set(places)].flatMap((fields) =>
    ['outcome', 'status', 'sessionstatus', 'result'].map((name) => pick(fields, [name])?.value),
  );
  return words.flatMap((word) => (typeof word === 'string' ? (statedOutcome(word, false) ?? []) : []));
}
