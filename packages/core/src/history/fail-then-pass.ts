import type { Clean } from '../redaction/clean-cut.ts';
import { hidesExitCode, isLooking, mayMend, sameCommand, saysFailure } from './command.ts';
import { describeEdit, firstWords, isAside, meaning, namesIn, sentencesOf, sharedNames } from './excerpt.ts';
import { type Finding, forgetOldest, type Rule } from './finding.ts';
import type { Call, Edit, Result, Step } from './steps.ts';
import { isDumped, tellingLines } from './telling-lines.ts';

// The same command failed, then something was changed, then it passed: what failed, what was changed, what it passed with.
// The strongest sign in a transcript that needs no model (10 of 10 such pairs were judged true on labelled sessions).

/** Most commands watched at a time, and most failures and changes kept of each. */
const MAX_WATCHED = 40;
const MAX_CALLS = 200;
const MAX_CHAINS = 200;
const MAX_FAILURES = 6;
const MAX_CHANGES = 12;
/** Most changes that a draft names. */
const NAMED_CHANGES = 2;
/** Telling lines kept of a failure. */
const LINES_PER_FAILURE = 3;
/** Most of these that a draft names besides the one in its title. */
const NAMED_LINES = 2;
const CONFIDENCE = 0.8;
/** Names that a sentence must share with the failure to be about it. */
const SHARED_NAMES = 2;

interface Failure {
  line: number;
  told: string[];
}

type Change = { edit: Edit } | { command: string };

interface Watched {
  command: string;
  failures: Failure[];
  changes: Change[];
  /** What the agent said before its last change: mostly why. */
  why: string;
}

/** A draft that waits for what the agent says next: mostly what it was. */
interface Passed {
  watched: Watched;
  result: Result;
}

/** The conversation of one agent in a transcript. */
class Chain {
  readonly #clean: Clean;
  readonly #watched = new Map<string, Watched>();
  readonly #calls = new Map<string, Call>();
  #said = '';
  #passed: Passed | null = null;

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
    const call = this.#calls.get(step.id);
    this.#calls.delete(step.id);
    if (!call || step.isHarness || step.rejection !== null) return [];
    if (call.edit && !step.failed) this.#change({ edit: call.edit });
    return call.command === null ? [] : this.#ran(call.command, step);
  }

  /** Gives out what waits. */
  end(): Finding[] {
    return this.#hear('');
  }

  #hear(text: string): Finding[] {
    const passed = this.#passed;
    this.#passed = null;
    this.#said = text;
    const finding = passed && draft(passed, text, this.#clean);
    return finding ? [finding] : [];
  }

  #ran(command: string, result: Result): Finding[] {
    const form = sameCommand(command);
    if (form === '' || isLooking(command)) return [];
    const failed = result.failed || (hidesExitCode(command) && saysFailure(result.text));
    const watched = this.#watched.get(form);
    if (failed) {
      this.#fail(form, command, result, watched);
      return [];
    }
    if (!watched) {
      if (mayMend(form)) this.#change({ command: form });
      return [];
    }
    this.#watched.delete(form);
    // What passes without a change was no failure of the code, or one that comes and goes.
    if (watched.changes.length === 0) return [];
    const before = this.end();
    this.#passed = { watched, result };
    return before;
  }

  #fail(form: string, command: string, { line, text }: Result, known: Watched | undefined): void {
    const watched = known ?? { command, failures: [], changes: [], why: '' };
    if (watched.failures.length < MAX_FAILURES) {
      // As a whole: a line of a private key no longer looks like one.
      watched.failures.push({ line, told: tellingLines(this.#clean(text), LINES_PER_FAILURE) });
    }
    // What was said before the failure is not about it.
    this.#said = '';
    // The latest is the last to be forgotten.
    this.#watched.delete(form);
    this.#watched.set(form, watched);
    forgetOldest(this.#watched, MAX_WATCHED);
  }

  #change(change: Change): void {
    for (const watched of this.#watched.values()) {
      watched.changes.push(change);
      if (watched.changes.length > MAX_CHANGES) watched.changes.shift();
      if (this.#said !== '') watched.why = this.#said;
    }
  }
}

/** The changes that have most to do with the failure; commands only where no file was changed. */
function telling(changes: readonly Change[], about: ReadonlySet<string>, clean: Clean): string[] {
  const edits = changes.flatMap((change) => ('edit' in change ? [change.edit] : []));
  const described = edits.map((edit) => describeEdit(cleanEdit(edit, clean), about)).toReversed();
  const weight = (text: string) => sharedNames(text, about) - (isAside(text) ? 1 : 0);
  const chosen = [...new Set(described)].toSorted((a, b) => weight(b) - weight(a)).slice(0, NAMED_CHANGES);
  if (chosen.length > 0) return chosen;
  const commands = changes.flatMap((change) => ('command' in change ? [clean(change.command)] : []));
  return [...new Set(commands)].slice(-NAMED_CHANGES).map((command) => `ran \`${firstWords(command, 160)}\``);
}

function cleanEdit({ path, before, after }: Edit, clean: Clean): Edit {
  return { path: clean(path), before: clean(before), after: clean(after) };
}

/** The sentence of the agent that has to do with the failure or the change; '' where it speaks of something else. */
function aboutIt(said: string, names: ReadonlySet<string>, max: number): string {
  const told = sentencesOf(said).find(
    (sentence) => isSentence(sentence) && sharedNames(sentence, names) >= SHARED_NAMES,
  );
  return told === undefined ? '' : firstWords(told, max);
}

/** False for a heading, a point of a list, or what was left of one. */
function isSentence(text: string): boolean {
  return /^\p{L}/u.test(text) && /[\p{L})`"”][.!]?$/u.test(text) && text.length >= 30;
}

/** Null where nothing is known that would help the next time: a failure that told nothing, or nothing but a printed value. */
function draft({ watched, result }: Passed, conclusion: string, clean: Clean): Finding | null {
  const { failures, changes, why } = watched;
  const told = [...new Set(failures.flatMap((failure) => failure.told))];
  const [first] = told;
  if (first === undefined || isDumped(first)) return null;
  const command = firstWords(sameCommand(clean(watched.command)), 80);
  const about = namesIn(told.join(' '));
  const changed = telling(changes, about, clean);
  const reason = meaning(clean(why), 280);
  const summary = aboutIt(clean(conclusion), namesIn([...told, ...changed].join(' ')), 200);
  return {
    rule: 'fail_then_pass',
    key: result.id,
    at: result.at,
    lines: [...failures.map(({ line }) => line), result.line],
    taskDescription: `\`${command}\` fails: ${firstWords(first, 160)}`,
    outcome: 'success',
    whatDidNotWork: (told.length > 1 ? told.slice(1, 1 + NAMED_LINES) : told).map((line) => firstWords(line, 160)),
    whatWorked: changed,
    nextStrategy: summary === '' ? `Do again what made it pass: ${changed[0] ?? ''}` : summary,
    rootCause: reason === '' ? null : reason,
    confidence: CONFIDENCE,
    tags: ['from-transcript', 'fail-then-pass'],
  };
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
