import type { Step } from './steps.ts';

/** What a rule found in a transcript: the makings of a lesson that a person then accepts or rejects. */
export interface Finding {
  rule: 'fail_then_pass' | 'rejection';
  /** Id of the call that completes it: the same in every copy of a session, so that it is found once. */
  key: string;
  /** ISO instant of that; null where the transcript has none. */
  at: string | null;
  /** Lines of the transcript that it rests on, from 1. */
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

/** Looks at the steps of one transcript in their order. */
export interface Rule {
  /** Takes the next step; answers what it completes. */
  take(step: Step): Finding[];
  /** The transcript is at its end. */
  end(): Finding[];
}

/** Bounds what a rule remembers; what came first is forgotten first. */
export function forgetOldest(remembered: Map<string, unknown>, max: number): void {
  for (const oldest of remembered.keys()) {
    if (remembered.size <= max) return;
    remembered.delete(oldest);
  }
}
