import { errorLines } from '../error-lines.ts';
import type { CheckError } from '../evaluators/evaluation.ts';
import { asData } from '../lessons-prompt.ts';
import type { PastReflection } from '../memory.ts';

function reflectionText({ text, rootCause, insights }: PastReflection, n: number): string {
  const cause = rootCause === null ? [] : [`Cause: ${rootCause}`];
  return [`${n + 1}. ${text}`, ...cause, ...insights.map((step) => `Next step: ${step}`)].join('\n');
}

/** What goes into the prompt of an attempt. */
export interface PromptParts {
  readonly task: string;
  readonly brief: string;
  readonly previousReflections: readonly PastReflection[];
  readonly previousErrors: readonly CheckError[];
  /** Said where the attempts led nowhere; null where they did not. */
  readonly wayOut: string | null;
}

/** The prompt of an attempt: its task in plain words, everything stored as data. Parts with nothing to say are left out. */
export function promptOf({ task, brief, previousReflections, previousErrors, wayOut }: PromptParts): string {
  const reflections = previousReflections.map(reflectionText).join('\n');
  const errors = errorLines(previousErrors).join('\n');
  const parts = [
    task,
    brief,
    reflections &&
      `What earlier attempts at this task taught, the oldest first:\n${asData(reflections, 'reflections')}`,
    errors && `What went wrong in the last attempt:\n${asData(errors, 'checks')}`,
    wayOut && `The last attempts led nowhere. Do something else than any of these:\n${wayOut}`,
  ];
  return parts.filter((part) => part).join('\n\n');
}
