import type { Reading } from '../steps.ts';
import type { Entry } from './claude-records.ts';

// A forked session of Claude Code (`--fork-session`, `/branch`) has its own transcript. It begins with copies of the earlier
// conversation, with the new session id and the old times. Those records belong to the other session and are kept there.
//
// Seen in forks made by 2.0.54, 2.1.138 and 2.1.330: copies come before all of the fork's own records. Copies made by `/branch`
// name their origin, and since some version after 2.1.138 each copied answer of the model names the session that requested it. A
// prompt copied by `--fork-session` gives no hint, not even by its `promptId`, which is the fork's. A run with `-p` writes its
// own prompt in a `queue-operation` before the copies, so the copies are older than that record. Therefore the model's answers
// decide, and records between two answers are held back until the second one arrives.

/** Maximum number of records that are held back, and maximum length of all their texts in UTF-16 units. */
const MAX_HELD = 200;
const MAX_HELD_LENGTH = 4_194_304;

interface Held {
  entry: Entry;
  reading: Reading;
  length: number;
}

/** Separates a session's own records from those copied into its transcript. */
export interface OwnRecords {
  /** Takes the next record with its reading. Returns the readings now known to be the session's own, in order. */
  take(entry: Entry, reading: Reading): Reading[];
  /** Call at the end of the transcript. Returns the remaining readings of the session itself. */
  end(): Reading[];
}

/** An invalid time is neither before nor after another. */
const isBefore = (one: string | undefined, other: string | null) =>
  one !== undefined && other !== null && Date.parse(one) < Date.parse(other);

function lengthOf({ steps }: Reading): number {
  return steps.reduce((sum, step) => sum + ('text' in step ? step.text.length : 0), 0);
}

/** Creates the filter described at the top of this file. */
export function ownRecords(): OwnRecords {
  let held: Held[] = [];
  let heldLength = 0;
  let hasCopies = false;
  let isOwn = false;
  let beganAt: string | null = null;

  function isCopied({ sessionId, requestSessionId, timestamp }: Entry): boolean {
    return (requestSessionId !== undefined && requestSessionId !== sessionId) || isBefore(timestamp, beganAt);
  }

  /** Nothing of what was held back was the session's own. */
  function drop(): Reading[] {
    [held, heldLength, hasCopies] = [[], 0, true];
    return [];
  }

  /** After the last copied answer come the results of its calls, and prompts that stayed unanswered. */
  function isOurs({ entry, reading }: Held): boolean {
    if (!hasCopies) return true;
    return !isBefore(entry.timestamp, beganAt) && !reading.steps.some(({ kind }) => kind === 'result');
  }

  function release(): Reading[] {
    const own = held.filter(isOurs).map(({ reading }) => reading);
    [held, heldLength] = [[], 0];
    return own;
  }

  function hold(entry: Entry, reading: Reading): Reading[] {
    const length = lengthOf(reading);
    held.push({ entry, reading, length });
    heldLength += length;
    const early: Reading[] = [];
    while (held.length > MAX_HELD || heldLength > MAX_HELD_LENGTH) {
      const oldest = held.shift();
      if (oldest === undefined) break;
      heldLength -= oldest.length;
      // Records soon after a copy are copies too.
      if (!hasCopies) early.push(oldest.reading);
    }
    return early;
  }

  return {
    take(entry, reading) {
      if (entry.forkedFrom !== undefined) return isOwn ? [] : drop();
      if (isOwn) return [reading];
      const isNote = entry.type === 'queue-operation';
      if (isNote && !hasCopies && !held.some((one) => one.entry.uuid !== undefined))
        beganAt ??= entry.timestamp ?? null;
      if (entry.type !== 'assistant') return hold(entry, reading);
      if (isCopied(entry)) return drop();
      isOwn = true;
      return [...release(), reading];
    },
    end: release,
  };
}
