/** How an agent came to be shown something: what the agent did, as a heading, and the word for what it got. */
interface Way {
  asked: string;
  shown: string;
}

const found = { asked: 'Asked by a search', shown: 'found by a search' };

/** Calls of an agent, by operation. */
const OPERATIONS: Record<string, Way> = {
  'memory.brief': { asked: 'Asked for a brief', shown: 'in a brief' },
  'reflection.search': found,
  'memory.search': found,
  'reflection.summary': { asked: 'Asked for a summary', shown: 'in a summary' },
  'reflection.format': { asked: 'Asked for lessons as text', shown: 'in a text of lessons' },
  'reflection.similar': { asked: 'Asked for similar ones', shown: 'listed as similar' },
  'reflection.recent': { asked: 'Asked for recent ones', shown: 'listed as recent' },
  'reflection.get': { asked: 'Asked by id', shown: 'opened by its id' },
  'causal.deadEnds': { asked: 'Asked for dead ends', shown: 'shown as a dead end' },
  'causal.path': { asked: 'Asked how it came to that', shown: 'in an answer' },
  'causal.why': { asked: 'Asked why', shown: 'in an answer' },
  'causal.whatIf': { asked: 'Asked what if', shown: 'in an answer' },
  'causal.similarDecisions': { asked: 'Asked for similar decisions', shown: 'in an answer' },
  'pattern.match': { asked: 'Asked for patterns', shown: 'in an answer' },
  'attempt.context': { asked: 'Asked what was tried', shown: 'in an answer' },
  'episode.digest': { asked: 'Asked about a session', shown: 'in an answer' },
};

/** Occasions on which an agent was shown something without asking. */
const OCCASIONS: Record<string, Way> = {
  session_start: { asked: 'At the start of a session', shown: 'shown at the start of a session' },
  context_cut: { asked: 'After its context was cut', shown: 'shown after the context was cut' },
  prompt: { asked: 'With a prompt', shown: 'shown with a prompt' },
  tool_failure: { asked: 'After a failed command', shown: 'shown after a failed command' },
  turn_end: { asked: 'At the end of a turn', shown: 'shown at the end of a turn' },
  stuck: { asked: 'When it was stuck', shown: 'shown when it was stuck' },
  named: { asked: 'Named without being shown', shown: 'named it without being shown' },
};

/**
 * How an agent came to be shown something. An unknown trigger keeps its own name, and an unknown operation counts as an answer.
 */
export function wayOf(trigger: string, operation: string | null): Way {
  const answer = { asked: 'Asked', shown: 'in an answer' };
  if (trigger === 'tool') return OPERATIONS[operation ?? ''] ?? answer;
  return OCCASIONS[trigger] ?? { asked: trigger, shown: `shown by ${trigger}` };
}

/** Operations whose answers do not consist of lessons: such an answer without a lesson is not empty. */
const WITHOUT_LESSONS = /^(?:attempt|causal|episode|pattern)\./;

/** The text for an answer without a lesson. */
export function noLesson(operation: string, trigger: string): string {
  if (trigger === 'turn_end') return 'was asked to store what it fixed';
  if (trigger === 'stuck') return 'was shown what it had tried';
  if (trigger === 'session_start' || trigger === 'context_cut') return 'was shown where the work stood';
  return WITHOUT_LESSONS.test(operation) ? 'no lesson in the answer' : 'nothing clearly relevant';
}
