import type { Clean } from '@twicewise/redaction';
import { cleanEdit, describeEdit, firstWords, isAside, shortPath } from '../excerpt.ts';
import { forgetOldest } from '../forget-oldest.ts';
import type { Call, Decided, Edit, Result, Step } from '../steps.ts';
import type { Finding, Rule } from './finding.ts';

// A person refused a call and said why: a correction in their own words. The best source of corrections found in labelled
// sessions (13 of 17 true). A refusal without words teaches nothing.

const CONFIDENCE = 0.7;
/** Minimum number of words; fewer only say that it was wrong. */
const MIN_WORDS = 3;
/** Minimum number of words of a goal; a shorter one such as `run the tests` does not say what it is about. */
const MIN_GOAL_WORDS = 4;
/** Number of steps after which an edit no longer counts as the answer to a correction. */
const FOLLOWS_WITHIN = 40;
const MAX_CALLS = 200;

function describeCall({ tool, command, edit, about }: Call, clean: Clean): string {
  if (command !== null) return `run \`${firstWords(clean(command), 160)}\``;
  if (edit) return `change ${describeEdit(cleanEdit(edit, clean))}`;
  if (tool === 'ExitPlanMode') return `carry out its plan “${firstWords(clean(about), 160)}”`;
  return about === '' ? `use ${tool}` : `use ${tool}: ${firstWords(clean(about), 160)}`;
}

function sameEdit(one: Edit, other: Edit): boolean {
  return one.path === other.path && one.after.trim() === other.after.trim();
}

interface Waiting {
  call: Call;
  result: Result;
  goal: string;
  steps: number;
}

function draft({ call, result, goal }: Waiting, accepted: string | null, clean: Clean): Finding {
  const words = clean(result.rejection ?? '');
  const wanted = describeCall(call, clean);
  const place = call.edit ? ` in ${shortPath(call.edit.path)}` : '';
  // A plan names its task better than an old prompt does.
  const named = clean(call.tool === 'ExitPlanMode' ? call.about : goal);
  return {
    rule: 'rejection',
    key: result.id,
    at: result.at,
    lines: [call.line, result.line],
    taskDescription:
      named.split(/\s+/).length < MIN_GOAL_WORDS ? `The agent wanted to ${wanted}` : firstWords(named, 300),
    // The work was finally done, in the way the person wanted.
    outcome: accepted === null ? 'failure' : 'partial',
    whatDidNotWork: [`The agent wanted to ${wanted}; the person did not allow it`],
    whatWorked: accepted === null || wanted.endsWith(accepted) ? [] : [`Accepted afterwards: ${accepted}`],
    nextStrategy: `The person said${place}: “${firstWords(words, 600)}”`,
    rootCause: null,
    confidence: CONFIDENCE,
    tags: ['from-transcript', 'correction'],
  };
}

/** Creates the rule described at the top of this file. */
export function rejections(clean: Clean): Rule {
  const calls = new Map<string, Call>();
  let goal = '';
  let waiting: Waiting[] = [];

  function settle(done: (one: Waiting) => boolean, accepted: string | null): Finding[] {
    const settled = waiting.filter(done);
    waiting = waiting.filter((one) => !done(one));
    return settled.map((one) => draft(one, accepted, clean));
  }

  /** A plan that the person approved is the result of the plans they rejected before. */
  function planned({ about, chosen }: Decided): Finding[] {
    if (about !== 'plan') return [];
    const named = firstWords(clean(chosen.replace(/^[\s#]+/, '').split('\n')[0] ?? ''), 160);
    return settle(({ call }) => call.tool === 'ExitPlanMode', `the plan “${named}”`);
  }

  function result(step: Result): Finding[] {
    const call = calls.get(step.id);
    calls.delete(step.id);
    if (!call) return [];
    if (step.rejection !== null && step.rejection.split(/\s+/).length >= MIN_WORDS) {
      waiting.push({ call, result: step, goal, steps: 0 });
      return [];
    }
    const { edit } = call;
    if (step.failed || !edit) return [];
    const isAnswered = (one: Waiting) => one.call.edit?.path === edit.path && one.result.line < step.line;
    // If the same edit was accepted later, it was only early.
    const isSame = ({ call: { edit: wanted } }: Waiting) => wanted !== null && sameEdit(wanted, edit);
    waiting = waiting.filter((one) => !(isAnswered(one) && isSame(one)));
    if (!waiting.some(isAnswered)) return [];
    const told = describeEdit(cleanEdit(edit, clean));
    // A comment or import alone does not show what was accepted; the next edit may.
    return isAside(told) ? [] : settle(isAnswered, told);
  }

  return {
    take(step: Step) {
      for (const one of waiting) one.steps++;
      const expired = settle(({ steps }) => steps > FOLLOWS_WITHIN, null);
      if (step.kind === 'prompt') goal = step.text;
      if (step.kind === 'decided') return [...expired, ...planned(step)];
      if (step.kind === 'call') {
        calls.set(step.id, step);
        forgetOldest(calls, MAX_CALLS);
      }
      return step.kind === 'result' ? [...expired, ...result(step)] : expired;
    },
    end: () => settle(() => true, null),
  };
}
