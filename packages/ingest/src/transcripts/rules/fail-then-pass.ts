import type { Clean } from '@twicewise/redaction';
import { hidesExitCode, isLooking, mayMend, sameCommand, saysFailure } from '../command.ts';
import { meaning } from '../excerpt.ts';
import { forgetOldest } from '../forget-oldest.ts';
import { shellWrites } from '../shell-edit.ts';
import type { Call, Result, Step } from '../steps.ts';
import type { Finding, Rule } from './finding.ts';
import { passDrafts } from './pass-draft.ts';
import { type Change, noteChange, noteFailure, type Run, type Watched } from './watched.ts';

// Finds a command that failed, then a change, then a pass of the same command. A finding says what failed, what was changed and
// how the agent explained it. The strongest signal in a transcript that needs no model (10 of 10 such pairs were judged true on
// labelled sessions).

/**
 * Maximum numbers of commands watched at a time, of calls and conversations remembered, and of passes that wait for the agent's
 * next words.
 */
const MAX_WATCHED = 40;
const MAX_CALLS = 200;
const MAX_CHAINS = 200;
const MAX_PASSED = 10;

/** A command that passed. It waits for what the agent says next, which usually names the cause. */
interface Passed {
  watched: Watched;
  run: Run;
}

/** The conversation of one agent in a transcript. */
class Chain {
  readonly #clean: Clean;
  readonly #watched = new Map<string, Watched>();
  readonly #calls = new Map<string, Call>();
  #said = '';
  #passed: Passed[] = [];

  constructor(clean: Clean) {
    this.#clean = clean;
  }

  take(step: Step): Finding[] {
    if (step.kind === 'said') return this.#hear(step.text);
    if (step.kind === 'call') {
      this.#calls.set(step.id, step);
      forgetOldest(this.#calls, MAX_CALLS);
      return [];
    }
    if (step.kind === 'prompt') return this.end();
    if (step.kind === 'decided') return [];
    const call = this.#calls.get(step.id);
    this.#calls.delete(step.id);
    if (!call || step.isHarness || step.rejection !== null) return [];
    if (call.edit && !step.failed) this.#change({ edit: call.edit });
    return call.command === null ? [] : this.#ran(call.command, step);
  }

  /** Returns the findings that still wait. */
  end(): Finding[] {
    const findings = this.#settle('');
    this.#said = '';
    return findings;
  }

  #hear(text: string): Finding[] {
    // Words without information do not replace an earlier explanation.
    if (meaning(text, 280) !== '') this.#said = text;
    return this.#settle(text);
  }

  #settle(conclusion: string): Finding[] {
    const passed = this.#passed;
    this.#passed = [];
    return passed.flatMap(({ watched, run }) => passDrafts(watched, run, conclusion, this.#clean));
  }

  #ran(line: string, result: Result): Finding[] {
    const { edits, beforeFirstRun, beforeLastRun, rest } = shellWrites(line);
    // After a failure it is unknown how far the line ran, so only edits before its first run are certain.
    for (const edit of edits.slice(0, result.failed ? beforeFirstRun : beforeLastRun)) this.#change({ edit });
    const findings = this.#judge(rest, result);
    // An edit after a run cannot have fixed that run, but may fix what still fails.
    if (!result.failed) for (const edit of edits.slice(beforeLastRun)) this.#change({ edit });
    return findings;
  }

  /** Whether a command failed or passed, and what follows from it. */
  #judge(command: string, result: Result): Finding[] {
    const form = sameCommand(command);
    if (form === '' || isLooking(command)) return [];
    const failed = result.failed || (hidesExitCode(command) && saysFailure(result.text));
    const watched = this.#watched.get(form);
    if (failed) {
      this.#fail(form, watched ?? { command, modes: [] }, result);
      return [];
    }
    if (!watched) {
      if (mayMend(form)) this.#change({ command: form });
      return [];
    }
    this.#watched.delete(form);
    const early = this.#passed.length >= MAX_PASSED ? this.#settle('') : [];
    this.#passed.push({ watched, run: result });
    return early;
  }

  #fail(form: string, watched: Watched, result: Result): void {
    // Cleaned as a whole, because a single line of a private key no longer looks like a secret.
    noteFailure(watched, { ...result, text: this.#clean(result.text) });
    // What was said before the failure is not about it.
    this.#said = '';
    // Reinserting the command makes it the last to be forgotten.
    this.#watched.delete(form);
    this.#watched.set(form, watched);
    forgetOldest(this.#watched, MAX_WATCHED);
  }

  #change(change: Change): void {
    for (const watched of this.#watched.values()) noteChange(watched, change, this.#said);
  }
}

/** Creates the rule described at the top of this file. It keeps the conversations of one transcript apart. */
export function failThenPass(clean: Clean): Rule {
  const chains = new Map<string, Chain>();
  return {
    take(step) {
      const chain = chains.get(step.chain) ?? new Chain(clean);
      chains.set(step.chain, chain);
      forgetOldest(chains, MAX_CHAINS);
      return chain.take(step);
    },
    end: () => [...chains.values()].flatMap((chain) => chain.end()),
  };
}
