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
  /** ISO time; null when unknown. */
  at: string | null;
}

/** A pattern: what was done for similar reasons, and how often that helped. */
export interface BriefPattern {
  id: string;
  trigger: string;
  action: string;
  /** True when its known cases show that it does not help. */
  fails: boolean;
  /** How often it helped and who asserts it, in fixed wording. */
  known: string;
}

/** What a brief shows besides lessons. */
export interface Asides {
  /** Decisions that failed, most relevant first. */
  deadEnds?: readonly BriefDeadEnd[];
  /** Patterns, most relevant first. */
  patterns?: readonly BriefPattern[];
}

/** One dead end or pattern as a line of data. */
export interface AsideLine {
  /** How the record of the brief names it. */
  of: { episodeId: string; itemId: string } | { id: string };
  text: string;
  tokens: number;
  group: Group;
}

/**
 * Share of the room for asides, and the maximum of each kind. Lessons keep the larger share because they were written for this.
 */
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

/** As many asides as fit into their share of `room` tokens, each whole; patterns first. */
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
