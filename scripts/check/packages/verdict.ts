import { exactly, type Verdict } from '../verdicts.ts';

/** A row of the table: `good` if there are no problems. */
export function verdict(what: string, problems: readonly string[], good: string): Verdict {
  return {
    id: 'A',
    what,
    found: problems.length === 0 ? good : problems.join('; '),
    state: exactly(problems.length === 0),
  };
}

/** Problems of a control, which is broken on purpose. */
export const foundNone = (problems: readonly string[]) => (problems.length > 0 ? [] : ['nothing was found']);
