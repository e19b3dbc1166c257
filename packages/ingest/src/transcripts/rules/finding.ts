import type { Step } from '../steps.ts';

/** What a rule found in a transcript: a draft lesson that a person accepts or rejects. */
export interface Finding {
  rule: 'fail_then_pass' | 'rejection';
  /** Id of the call that completes the finding. It is the same in every copy of a session, so the finding is stored once. */
  key: string;
  /** ISO instant of that call; null where the transcript has none. */
  at: string | null;
  /** Lines of the transcript that are its evidence, from 1. */
  lines: readonly number[];
  taskDescription: string;
  outcome: 'success' | 'partial' | 'failure';
  whatWorked: string[];
  whatDidNotWork: string[];
  nextStrategy: string;
  rootCause: string | null;
  /** How sure the rule is, 0 to 1. */
  confidence: number;
  tags: string[];
}

/** Examines the steps of one transcript, in order. */
export interface Rule {
  /** Takes the next step and returns the findings that it completes. */
  take(step: Step): Finding[];
  /** Call at the end of the transcript. Returns the remaining findings. */
  end(): Finding[];
}
