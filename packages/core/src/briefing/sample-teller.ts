import { randomBytes } from 'node:crypto';
import { provenanceOf, type Reflection, toldLesson } from '@twicewise/contract';
import { fence, renderLessons, renderValue } from '@twicewise/tool-answers';
import { loadTokenCounter } from '../agent-text/tokens.ts';
import { ASKED, REMINDERS } from '../agent-text/wording.ts';
import { type BriefHit, composeBrief } from './brief.ts';

/** More than a few lessons of the sample need. */
const BUDGET = 2000;

/** An answer of the sample: the operation that gave it, and when, in milliseconds since 1970. */
interface SampleTold {
  operation: 'memory.brief' | 'memory.remind' | 'reflection.search';
  trigger: 'tool' | 'session_start' | 'tool_failure';
  at: number;
}

/** The answer of a search that finds nothing. */
const NOTHING = {
  hits: [],
  tooLong: [],
  sessions: [],
  maybe: [],
  omitted: { beyondLimit: 0, belowThreshold: 0 },
  query: { terms: [], cut: false },
};

/** Makes the texts of the sample's answers as those of real ones are made. */
export async function loadSampleTeller() {
  const countTokens = await loadTokenCounter();
  return ({ operation, trigger, at }: SampleTold, hits: readonly BriefHit[]) => {
    if (operation === 'reflection.search') {
      const found = hits.map(({ reflection }) => reflection);
      const text =
        found.length > 0 ? renderLessons(found, { order: 'most relevant first' }) : renderValue(operation, NOTHING);
      // With marks of its own, not with the room that an answer of limited length reserves for them: it is a part of this text.
      const tokensIn = (lesson: Reflection) => countTokens(fence(toldLesson(lesson), provenanceOf(lesson)));
      const tokensOf = new Map(found.map((lesson) => [lesson.id, tokensIn(lesson)]));
      return { text, tokens: countTokens(text), tokensOf };
    }
    const wording = trigger === 'tool' ? ASKED : REMINDERS[trigger];
    const nonce = randomBytes(9).toString('base64url');
    const { text, tokens, lessons } = composeBrief({ hits, wording, budget: BUDGET, nonce, now: at, countTokens });
    return { text, tokens, tokensOf: new Map(lessons.map(({ id, tokens: ofLesson }) => [id, ofLesson])) };
  };
}
