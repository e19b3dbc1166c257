import {
  AppError,
  type BundleKind,
  bundleRecords,
  type Episode,
  MAX_ANCESTORS,
  MAX_TURN_BYTES,
  parseGiven,
  parseJson,
  type TurnContent,
  textBytes,
  textProblem,
} from '@twicewise/contract';
import { FAULT_SAYS, siftLinks } from '@twicewise/ingest';
import type { EntityRecord } from '@twicewise/store';
import { badBundle } from './open-bundle.ts';
import { type Carried, FIELDS, hasExtra, keyOf, ofEachKind } from './record-lines.ts';

const ANCESTORS = 'ancestors';
const MAX_UNKNOWN = 100;
/** Field names that a line of each kind may have. */
const KNOWN = ofEachKind((fields) => new Set([...fields, ANCESTORS]));

/** What is wrong with a text or key anywhere in a value, or null. */
function problemIn(value: unknown): string | null {
  if (typeof value === 'string') return textProblem(value);
  if (value === null || typeof value !== 'object') return null;
  for (const [key, item] of Object.entries(value)) {
    const problem = textProblem(key) ?? problemIn(item);
    if (problem) return problem;
  }
  return null;
}

function isAncestors(value: unknown): value is string[] {
  const isHash = (one: unknown) => typeof one === 'string' && /^[\w-]{22}$/.test(one);
  return Array.isArray(value) && value.length <= MAX_ANCESTORS && value.every(isHash);
}

function parsed(text: string, where: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    throw badBundle(`${where}: ${error instanceof AppError ? error.message.replace(/\.$/, '') : 'is unreadable'}`);
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw badBundle(`${where} is no object`);
  return value as Record<string, unknown>;
}

/** An unparsed line of a bundle. */
export interface RawLine {
  kind: BundleKind;
  text: string;
  /** Its place, for error messages. */
  where: string;
}

/** What is wrong with the items of an episode, by the same rules as everywhere else; null when nothing is. */
function problemOfEpisode({
  decisions,
  events,
  links,
}: Pick<Episode, 'decisions' | 'events' | 'links'>): string | null {
  const items = [...decisions, ...events];
  const ids = new Set(items.map(({ id }) => id));
  if (ids.size < items.length) return 'two items have one id';
  const [bad] = siftLinks(ids, links).refused;
  return bad ? `a link ${FAULT_SAYS[bad.fault]}` : null;
}

interface TurnLine {
  content: TurnContent;
  texts: readonly string[];
  prunedAt?: string;
}

/** What is wrong with the texts of a turn, null when nothing is: each part has one unless it was pruned, and a call names a part. */
function problemOfTurn({ content, texts, prunedAt }: TurnLine): string | null {
  const wanted = prunedAt === undefined ? content.parts.length : 0;
  if (texts.length !== wanted)
    return wanted === 0 ? 'a pruned turn has no texts' : 'a turn needs a text for each of its parts';
  if (content.calls.some(({ part }) => part !== null && part >= content.parts.length))
    return 'a call names a part that is not there';
  const bytes = textBytes(texts);
  return bytes <= MAX_TURN_BYTES ? null : `its texts are ${bytes} bytes, the limit is ${MAX_TURN_BYTES}`;
}

/** What is wrong with a record beyond its fields, null when nothing is. */
function problemOf(kind: BundleKind, data: unknown): string | null {
  if (kind === 'episode') return problemOfEpisode(data as Episode);
  return kind === 'turn' ? problemOfTurn(data as TurnLine) : null;
}

/** Parses a line of a bundle. Throws the first problem found. */
export function parseLine({ kind, text, where }: RawLine): Carried {
  const line = parsed(text, where);
  const problem = problemIn(line);
  if (problem) throw badBundle(`${where} ${problem}`);
  const checked = parseGiven(bundleRecords[kind], line);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw badBundle(`${where}: ${issue?.path.join('.')} ${issue?.message}`);
  }
  const fault = problemOf(kind, checked.data);
  if (fault) throw badBundle(`${where}: ${fault}`);
  // Use the line itself: the parsed value may lack keys that the schema does not know.
  const record: EntityRecord = {};
  for (const field of FIELDS[kind]) record[field] = line[field] ?? null;
  const ancestors = Object.hasOwn(line, ANCESTORS) ? line[ANCESTORS] : [];
  if (!isAncestors(ancestors)) throw badBundle(`${where}: ancestors must be at most ${MAX_ANCESTORS} short hashes`);
  if (!hasExtra(kind) && ancestors.length > 0) throw badBundle(`${where}: a ${kind} has no ancestors`);
  const unknown = Object.entries(line).filter(([key]) => !KNOWN[kind].has(key));
  if (unknown.length > MAX_UNKNOWN) throw badBundle(`${where} has more than ${MAX_UNKNOWN} unknown fields`);
  return { kind, id: String(record[keyOf(kind)]), record, ancestors, unknown };
}
