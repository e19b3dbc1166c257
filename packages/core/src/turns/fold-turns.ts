import { excerpt, type TurnSummary } from '@twicewise/contract';
import type { SummarisedTurn } from '@twicewise/store';
import type { CountTokens } from '../agent-text/tokens.ts';

/** A turn with its summary. */
export interface ToldTurn extends SummarisedTurn {
  summary: TurnSummary;
}

/** Older turns told in less than their summaries. */
export interface FoldedTurns {
  turns: number;
  from: number;
  to: number;
  text: string;
}

/** Maximum length of what is told of a folded turn, and of each end of a range of them, in UTF-16 units. */
const LINE = 90;
const END = 40;
/** Turns of one range, where there is room for several. */
const IN_RANGE = 10;
const HEADING = 'Earlier turns, shortened (recall them by number):';

/** The first words of a summary. */
function headOf({ summary }: ToldTurn, length: number): string {
  const text = summary.text.replaceAll(/\s+/g, ' ').trim();
  const [sentence = text] = text.split(/(?<=[.!?。])\s/u);
  return excerpt(sentence, length);
}

const lineOf = (turn: ToldTurn) => `[Turn ${turn.number}] ${headOf(turn, LINE)}`;

/** Turns that follow each other in the list, as one line. */
function rangeOf(turns: readonly ToldTurn[]): string {
  const [first, last] = [turns[0], turns.at(-1)];
  if (!first || !last) return '';
  if (turns.length === 1) return lineOf(first);
  return `[Turns ${first.number}-${last.number}] ${headOf(first, END)} … ${headOf(last, END)}`;
}

/** Puts lines before others while there is room for them and for what stands for all that is older. */
class Room {
  readonly lines: string[] = [];
  readonly #count: CountTokens;
  left: number;

  constructor(room: number, count: CountTokens) {
    this.#count = count;
    this.left = room - count(`${HEADING}\n`);
  }

  take(line: string, rest: string): boolean {
    const tokens = this.#count(`${line}\n`);
    if (tokens + (rest === '' ? 0 : this.#count(`${rest}\n`)) > this.left) return false;
    this.left -= tokens;
    this.lines.unshift(line);
    return true;
  }
}

/**
 * Tells older turns shortly within some tokens: a line each, the newest first; where there is no room for all, ten of them as a range;
 * and all that are left as one. None is left out: with very little room it is one range, and with less its numbers alone. Null for none.
 */
export function foldTurns(turns: readonly ToldTurn[], tokens: number, count: CountTokens): FoldedTurns | null {
  const [first, last] = [turns[0], turns.at(-1)];
  if (!first || !last) return null;
  const room = new Room(tokens, count);
  let end = turns.length;
  // Half of the room for lines, so that not all of the older ones are one range.
  const half = room.left / 2;
  const isAll = count(turns.map(lineOf).join('\n')) <= room.left;
  while (end > 0 && (isAll || room.left > half)) {
    const turn = turns[end - 1];
    if (!turn || !room.take(lineOf(turn), rangeOf(turns.slice(0, end - 1)))) break;
    end--;
  }
  while (end > 0) {
    const from = Math.max(0, end - IN_RANGE);
    if (!room.take(rangeOf(turns.slice(from, end)), rangeOf(turns.slice(0, from)))) break;
    end = from;
  }
  const rest = turns.slice(0, end);
  const [oldest, newest] = [rest[0], rest.at(-1)];
  if (oldest && newest && !room.take(rangeOf(rest), ''))
    room.lines.unshift(`[Turns ${oldest.number}-${newest.number}]`);
  return { turns: turns.length, from: first.number, to: last.number, text: [HEADING, ...room.lines].join('\n') };
}
