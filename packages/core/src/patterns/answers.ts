import { AppError, MAX_PATTERN_CASES, type OutputOf, type ParsedInputOf, type Pattern } from '@twicewise/contract';
import { type ReadableDb, readSettings } from '@twicewise/store';
import { BUDGET, summarised, tell } from '../agent-text/tell.ts';
import type { CountTokens } from '../agent-text/tokens.ts';
import type { PatternEntry, PatternIndex } from './pattern-index.ts';
import {
  type CountedPattern,
  claimsOf,
  countPattern,
  type MemberReader,
  readCases,
  readPatternText,
  toPattern,
} from './view.ts';

/** The patterns as the caller sees them. */
export interface AskedPatterns {
  index: PatternIndex;
  /** Visible projects; null for all. */
  projects: ReadonlySet<string> | null;
  db: ReadableDb;
  read: MemberReader;
  /** True for records that the caller is not shown. */
  isHeldBack: (id: string) => boolean;
}

const isSeen = ({ projects }: AskedPatterns, { projectId }: PatternEntry) =>
  projects === null || projects.has(projectId);

const STATES = ['asserted', 'suggested', 'disputed'] as const;

/** Asserted patterns first, then by the number of known cases. */
function byWorth(a: CountedPattern, b: CountedPattern): number {
  return (
    STATES.indexOf(a.state) - STATES.indexOf(b.state) ||
    b.success.n - a.success.n ||
    b.occurrences - a.occurrences ||
    (a.entry.id < b.entry.id ? -1 : 1)
  );
}

/** Implements `pattern.list`. */
export function listPatterns(input: ParsedInputOf<'pattern.list'>, asked: AskedPatterns): OutputOf<'pattern.list'> {
  const { text, kinds, states, standings, minSuccess, maxSuccess, minOccurrences, limit, offset } = input;
  const { index, db, read } = asked;
  const limits = readSettings(db);
  const says = text === undefined || text.trim() === '' ? () => true : index.says(text);
  const shares = ({ success: { value } }: CountedPattern) =>
    (minSuccess === undefined || (value !== null && value >= minSuccess)) &&
    (maxSuccess === undefined || (value !== null && value <= maxSuccess));
  const matching = [...index.patterns.values()]
    .filter((entry) => isSeen(asked, entry) && (!kinds || kinds.includes(entry.kind)) && says(entry))
    .map((entry) => countPattern(entry, limits))
    .filter((found) => states.includes(found.state) && found.occurrences >= minOccurrences && shares(found));
  const of = (standing: CountedPattern['standing']) => matching.filter((found) => found.standing === standing).length;
  const chosen = matching.filter(({ standing }) => !standings || standings.includes(standing)).toSorted(byWorth);
  return {
    items: chosen.slice(offset, offset + limit).map((found) => toPattern(read, found)),
    total: chosen.length,
    standings: { works: of('works'), fails: of('fails'), open: of('open') },
  };
}

/** Gets a pattern that the caller can see. Throws `not_found`. */
export function requirePattern(id: string, asked: AskedPatterns): PatternEntry {
  const entry = asked.index.patterns.get(id);
  if (entry && isSeen(asked, entry)) return entry;
  throw new AppError({
    code: 'not_found',
    message: `There is no pattern ${id}.`,
    hint: 'Ask for the patterns anew (pattern.list): one goes by what its first case says, and that may have changed.',
  });
}

/** Implements `pattern.get`. */
export function patternDetails(id: string, asked: AskedPatterns): OutputOf<'pattern.get'> {
  const { db, read } = asked;
  const entry = requirePattern(id, asked);
  const { trigger, action } = readPatternText(read, entry);
  return {
    pattern: toPattern(read, countPattern(entry, readSettings(db))),
    trigger: trigger.text,
    action: action.text,
    cases: readCases(read, entry, MAX_PATTERN_CASES),
    claims: claimsOf(db, entry, MAX_PATTERN_CASES),
  };
}

export type PatternHit = Pattern & { relevance: number };

/** Patterns for a task or an error, most relevant first, without disputed ones. */
export function matchingPatterns(text: string, limit: number, asked: AskedPatterns): PatternHit[] {
  const { index, db, read } = asked;
  const limits = readSettings(db);
  const found = index.match(text, (entry) => isSeen(asked, entry));
  const hits: PatternHit[] = [];
  for (const { entry, relevance } of found) {
    if (hits.length >= limit) break;
    if (entry.members.every(({ source }) => asked.isHeldBack(source.id))) continue;
    const counted = countPattern(entry, limits);
    if (counted.state !== 'disputed') hits.push({ ...toPattern(read, counted), relevance });
  }
  return hits;
}

/** How often it helped, and who asserts it. */
export function knownWords({ success, outcomes, state, occurrences, supports }: Pattern): string {
  const share = success.n === 0 ? 'not known to have helped' : `helped ${outcomes.success} of ${success.n}`;
  const open = outcomes.unknown === 0 || success.n === 0 ? '' : `, ${outcomes.unknown} unknown`;
  const seen = success.n === 0 && occurrences > 0 ? `, met ${occurrences}×` : '';
  const by = state === 'asserted' ? `asserted${supports > 1 ? ` by ${supports}` : ''}` : 'suggestion';
  return `${share}${open}${seen}; ${by}`;
}

/** The advice to draw from a pattern. An assertion counts as advice only while known cases do not contradict it. */
export function adviceOf({ standing, state, outcomes }: Pattern): 'do' | 'avoid' | 'tried' {
  if (standing === 'fails') return 'avoid';
  if (standing === 'works') return 'do';
  return state === 'asserted' && outcomes.success >= outcomes.failure ? 'do' : 'tried';
}

/** Lengths of trigger and action to try until a pattern fits, in tokens. */
const LENGTHS = [
  [28, 34],
  [16, 24],
  [9, 14],
  [5, 8],
] as const;

function inWords(hit: PatternHit, room: number, count: CountTokens): string {
  const verb = adviceOf(hit);
  const line = (trigger: number, action: number) =>
    `- ${summarised(hit.trigger, trigger, count)} → ${verb}: ${summarised(hit.action, action, count)} [${knownWords(hit)}; ${hit.id}]`;
  const lines = LENGTHS.map(([trigger, action]) => line(trigger, action));
  return lines.find((words) => count(words) < room) ?? line(4, 6);
}

/** Maximum tokens of a line, so that one pattern with its fence stays within the budget. */
const PER_PATTERN = 60;

/** Implements `pattern.match`. One pattern takes less than 100 tokens with everything around it (S1-72). */
export function matchPatterns(
  { text, limit }: ParsedInputOf<'pattern.match'>,
  asked: AskedPatterns,
  count: CountTokens,
): OutputOf<'pattern.match'> {
  const items = matchingPatterns(text, limit, asked);
  const head = items.length === 0 ? ['No pattern is known for anything like it.'] : [];
  const max = Math.min(BUDGET.list, BUDGET.pattern * Math.max(1, items.length));
  const each = Math.min(PER_PATTERN, max);
  const words = (hit: PatternHit, room: number) => inWords(hit, Math.min(room, each), count);
  return { items, ...tell({ head, items, words, max, count }) };
}
