import { exactly, type Verdict } from '../verdicts.ts';
import type { Episodes } from './reading.ts';

/** A number of at least one beside a word of failure, either way round. */
const COUNTED =
  /\b[1-9]\d*\b[^.;\n]{0,40}?\b(?:fail|error|crash|broken|regress|violation|conflict)|\b(?:fail|error|crash|broken|regress|violation|conflict)\w*\b[^.;\n]{0,40}?\b[1-9]\d*\b/i;

/** Without error events there is nothing to judge. */
const FEWEST = 5;

/** Counted error events without a counted failure in their text: those that a log only states are counted by nobody. */
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
