import { exactly, type Verdict } from '../verdicts.ts';
import type { Episodes } from './reading.ts';

/** A number of at least one next to a word for failure, in either order. */
const COUNTED =
  /\b[1-9]\d*\b[^.;\n]{0,40}?\b(?:fail|error|crash|broken|regress|violation|conflict)|\b(?:fail|error|crash|broken|regress|violation|conflict)\w*\b[^.;\n]{0,40}?\b[1-9]\d*\b/i;

/** Minimum number of error events for a judgement. */
const FEWEST = 5;

/** Error events whose text has no counted failure. Errors that a log only states (`extra.stated`) are not checked. */
export function errorEvidence(episodes: Episodes): Verdict {
  const errors = [...episodes.values()].flatMap(({ events }) =>
    events.filter(({ type, extra }) => type === 'error' && extra.stated !== true),
  );
  const bare = errors.filter(({ content }) => !COUNTED.test(content));
  return {
    id: 'R3',
    what: 'error events without counted evidence',
    found: `${bare.length} of ${errors.length}${bare[0] ? `, such as ${JSON.stringify(bare[0].content.slice(0, 100))}` : ''}`,
    state: exactly(bare.length === 0 && errors.length >= FEWEST),
  };
}
