import { dataLine } from '@twicewise/contract';
import { type CountTokens, MAX_CHARACTERS_PER_TOKEN } from '../agent-text/tokens.ts';
import type { Group } from './groups.ts';

/** A decision of an earlier session that failed. */
export interface BriefDeadEnd {
  episodeId: string;
  itemId: string;
  tried: string;
  disprovedBy: string | null;
  instead: string | null;
  /** ISO instant; null when it is not known. */
  at: string | null;
}

/** What was done for like reasons, and how often that helped. */
export interface BriefPattern {
  id: string;
  trigger: string;
  action: string;
  /** Its known cases say that it does not help. */
  fails: boolean;
  /** How often it helped and who stands for it, in words of ours. */
  known: string;
}

/** What a brief tells beside lessons. */
export interface Asides {
  /** Decisions that failed, the most relevant first. */
  deadEnds?: readonly BriefDeadEnd[];
  /** Patterns, the most relevant first. */
  patterns?: readonly BriefPattern[];
}

/** One of them as a line of data. */
export interface AsideLine {
  /** What the account of the brief says of it. */
  of: { episodeId: string; itemId: string } | { id: string };
  text: string;
  tokens: number;
  group: Group;
}

/** Share of the room for lessons that these may take, and most of each kind: lessons were written to be told. */
const SHARE = 0.25;
const MAX_DEAD_ENDS = 3;
const MAX_PATTERNS = 2;

type Unmeasured = Omit<AsideLine, 'tokens'>;

function ofDeadEnd({ episodeId, itemId, tried, disprovedBy, instead, at }: BriefDeadEnd): Unmeasured {
  const said = { ...(disprovedBy === null ? {} : { showed: disprovedBy }), ...(instead === null ? {} : { instead }) };
  const when = at === null ? {} : { when: at.slice(0, 10) };
  const text = dataLine({ episode: episodeId, item: itemId, ...when, decided: tried, ...said });
  return { of: { episodeId, itemId }, text, group: 'failed' };
}

function ofPattern({ id, trigger, action, fails, known }: BriefPattern): Unmeasured {
  const text = dataLine({ pattern: id, for: trigger, [fails ? 'avoid' : 'do']: action, known });
  return { of: { id }, text, group: fails ? 'failed' : 'worked' };
}

/** Asides as lines of data, each whole, as long as they fit into their share of `room` tokens; patterns first. */
export function asideLines(
  { deadEnds = [], patterns = [] }: Asides,
  room: number,
  countTokens: CountTokens,
): AsideLine[] {
  let left = Math.floor(room * SHARE);
  const taken = (items: readonly Unmeasured[], most: number): AsideLine[] => {
    const lines: AsideLine[] = [];
    for (const item of items) {
      if (lines.length >= most) break;
      if (item.text.length > left * MAX_CHARACTERS_PER_TOKEN) continue;
      const tokens = countTokens(`${item.text}\n`);
      if (tokens > left) continue;
      left -= tokens;
      lines.push({ ...item, tokens });
    }
    return lines;
  };
  return [...taken(patterns.map(ofPattern), MAX_PATTERNS), ...taken(deadEnds.map(ofDeadEnd), MAX_DEAD_ENDS)];
}
