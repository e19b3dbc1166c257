import { dataLine, type Reflection } from '@twicewise/contract';
import { summarised } from '../agent-text/tell.ts';
import type { CountTokens } from '../agent-text/tokens.ts';

/** Maximum tokens of the task. */
const TASK_TOKENS = 40;

/** A lesson that may be related to a question. */
export interface MaybeHit {
  reflection: Reflection;
  relevance: number | null;
}

/** What such a lesson is about and how it ended: enough to decide whether to read it. */
export function maybeLine({ id, taskDescription, outcome, state }: Reflection, countTokens: CountTokens): string {
  const task = summarised(taskDescription, TASK_TOKENS, countTokens);
  return dataLine({ maybe: id, outcome, ...(state === 'draft' ? { state: 'draft, not reviewed' } : {}), task });
}

export interface MaybeLine {
  id: string;
  relevance: number;
  text: string;
  tokens: number;
}

/** As many lines as fit into `room` tokens, most relevant first. */
export function maybeLines(hits: readonly MaybeHit[], room: number, countTokens: CountTokens): MaybeLine[] {
  const lines: MaybeLine[] = [];
  let left = room;
  for (const { reflection, relevance } of hits) {
    const text = maybeLine(reflection, countTokens);
    const tokens = countTokens(`${text}\n`);
    if (tokens > left) break;
    left -= tokens;
    lines.push({ id: reflection.id, relevance: relevance ?? 0, text, tokens });
  }
  return lines;
}
