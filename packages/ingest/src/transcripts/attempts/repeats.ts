import type { Clean } from '@twicewise/redaction';
import { shortHash } from '../../short-hash.ts';
import { mayMend } from '../command.ts';
import { firstWords } from '../excerpt.ts';
import { forgetOldest } from '../forget-oldest.ts';
import { hidesFailure } from '../hidden-failure.ts';
import type { Call, Result } from '../steps.ts';
import type { RepeatedCall } from './attempt.ts';

// Calls that an agent makes again although nothing has changed, and that fail again in the same way. A call that succeeds is none,
// whatever it answers: looking twice at the same, or waiting for something, is how agents work.

/** Number of failures in the same way that count. */
const REPEATED_AFTER = 3;
/** Maximum number of calls that are remembered. */
const MAX_CALLS = 100;
const MAX_SHOWN = 200;
/** The program gave up on a call because another one beside it failed. */
const BESIDE_ANOTHER = /Sibling tool call errored/;

interface Failures {
  /** What the result says, without numbers. */
  said: string;
  times: number;
  /** Line of the last result. */
  line: number;
}

/**
 * What makes a call the same again. An edit that did not fit its file is seldom tried again as it was: there it is the file. A
 * command counts without the words that describe it.
 */
function keyOf({ tool, args, command, edit }: Call): string {
  if (edit) return `edit ${tool} ${edit.path}`;
  return command === null ? `call ${tool} ${args}` : `command ${command.replace(/\s+/g, ' ').trim()}`;
}

/** What a failure says, however long it took. What an edit was to replace follows the first line. */
function saidBy({ edit }: Call, { text }: Result): string {
  const told = edit ? (text.split('\n', 1)[0] ?? '') : text;
  return shortHash(told.replace(/\d+/g, '0').replace(/\s+/g, ' '));
}

function hasFailed({ command }: Call, { failed, text }: Result): boolean {
  return failed || (command !== null && hidesFailure(command, text, true));
}

/** Watches the calls of a conversation. */
export class RepeatWatch {
  readonly #clean: Clean;
  readonly #failures = new Map<string, Failures>();

  constructor(clean: Clean) {
    this.#clean = clean;
  }

  /** Something was changed, so that what failed before may be tried again. Edits that do not fit still do not fit. */
  changed(): void {
    for (const key of this.#failures.keys()) if (!key.startsWith('edit ')) this.#failures.delete(key);
  }

  /** Takes a call that ended. `found` is set when it has failed often enough in the same way. */
  ended(call: Call, result: Result): { key: string; found: RepeatedCall | null } {
    const key = keyOf(call);
    if (BESIDE_ANOTHER.test(result.text)) return { key, found: null };
    if (!hasFailed(call, result)) {
      this.#failures.delete(key);
      // What it mended may be tried again.
      if (call.command !== null && mayMend(call.command)) this.changed();
      return { key, found: null };
    }
    const said = saidBy(call, result);
    const before = this.#failures.get(key);
    const isSame = before?.said === said;
    // Calls made beside each other are one try: none knew yet how the others would end.
    const isBeside = isSame && call.line < before.line;
    const times = isSame ? before.times + (isBeside ? 0 : 1) : 1;
    this.#failures.set(key, { said, times, line: result.line });
    forgetOldest(this.#failures, MAX_CALLS);
    return { key, found: times < REPEATED_AFTER ? null : { call: this.#shown(call), times } };
  }

  #shown({ tool, command, edit, about }: Call): string {
    const words = command ?? `${tool} ${edit?.path ?? about}`;
    return firstWords(this.#clean(words), MAX_SHOWN);
  }
}
