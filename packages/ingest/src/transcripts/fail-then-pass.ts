import type { Clean } from '@twicewise/redaction';
import { hidesExitCode, isLooking, mayMend, sameCommand, saysFailure } from './command.ts';
import { meaning } from './excerpt.ts';
import { type Finding, forgetOldest, type Rule } from './finding.ts';
import { passDrafts } from './pass-draft.ts';
import { shellWrites } from './shell-edit.ts';
import type { Call, Result, Step } from './steps.ts';
import { type Change, noteChange, noteFailure, type Run, type Watched } from './watched.ts';

// The same command failed, then something was changed, then it passed: what failed, what was changed, what it passed with.
// The strongest sign in a transcript that needs no model (10 of 10 such pairs were judged true on labelled sessions).

/** Most commands watched at a time, calls and conversations remembered, and passes that wait for what the agent says. */
const MAX_WATCHED = 40;
const MAX_CALLS = 200;
const MAX_CHAINS = 200;
const MAX_PASSED = 10;

/** A command that passed, and waits for what the agent says next: mostly what it was. */
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

  /** Gives out what waits. */
  end(): Finding[] {
    const findings = this.#settle('');
    this.#said = '';
    return findings;
  }

  #hear(text: string): Finding[] {
    // That it goes on does not take back why.
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
    // Where it failed, nobody knows how far it came: only what is written first was surely there for the run.
    for (const edit of edits.slice(0, result.failed ? beforeFirstRun : beforeLastRun)) this.#change({ edit });
    const findings = this.#judge(rest, result);
    // What is written behind a run cannot have mended it, but may mend what still fails.
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
      this.#fail(form, watched ?? { command, episodes: [] }, result);
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
    // As a whole: a line of a private key no longer looks like one.
    noteFailure(watched, { ...result, text: this.#clean(result.text) });
    // What was said before the failure is not about it.
    this.#said = '';
    // The latest is the last to be forgotten.
    this.#watched.delete(form);
    this.#watched.set(form, watched);
    forgetOldest(this.#watched, MAX_WATCHED);
  }

  #change(change: Change): void {
    for (const watched of this.#watched.values()) noteChange(watched, change, this.#said);
  }
}

/** See above; conversations of one transcript do not mix. */
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
