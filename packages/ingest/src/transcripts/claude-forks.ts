import type { Entry } from './claude-records.ts';
import type { Reading } from './steps.ts';

// A fork of a session of Claude Code (`--fork-session`, `/branch`) has a transcript of its own, which begins with copies of what was
// said before it, under the new session id and with the old times. That happened in the other session and is written down there.
//
// Seen in forks that 2.0.54, 2.1.138 and 2.1.330 made: copies stand in front of everything of the fork's own; those that `/branch`
// makes name their origin, and since some version after 2.1.138 each copied answer of the model names the session that asked for
// it. A copied prompt of `--fork-session` says nothing, not even by its `promptId`, which is the fork's. A run with `-p` notes its
// own prompt in a `queue-operation` before the copies, which are therefore older than that. So the answers of the model decide, and
// what stands between two of them is kept back until the second is there.

/** Most records that are kept back, and the length of all their texts in UTF-16 units. */
const MAX_HELD = 200;
const MAX_HELD_LENGTH = 4_194_304;

interface Held {
  entry: Entry;
  reading: Reading;
  length: number;
}

/** Tells what is a session's own in its transcript from what was copied into it. */
export interface OwnRecords {
  /** Takes the next record with what it says; answers what is known to be the session's own by now, in order. */
  take(entry: Entry, reading: Reading): Reading[];
  /** The transcript is at its end. */
  end(): Reading[];
}

/** Times that are none are neither before nor after. */
const isBefore = (one: string | undefined, other: string | null) =>
  one !== undefined && other !== null && Date.parse(one) < Date.parse(other);

function lengthOf({ steps }: Reading): number {
  return steps.reduce((sum, step) => sum + ('text' in step ? step.text.length : 0), 0);
}

/** See above. */
export function ownRecords(): OwnRecords {
  let held: Held[] = [];
  let heldLength = 0;
  let hasCopies = false;
  let isOwn = false;
  let beganAt: string | null = null;

  function isCopied({ sessionId, requestSessionId, timestamp }: Entry): boolean {
    return (requestSessionId !== undefined && requestSessionId !== sessionId) || isBefore(timestamp, beganAt);
  }

  /** Nothing of what was kept back was the session's own. */
  function drop(): Reading[] {
    [held, heldLength, hasCopies] = [[], 0, true];
    return [];
  }

  /** After the last copied answer there are results of its calls, and prompts that it left unanswered. */
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
      // What comes soon after a copy is one, too.
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
