import type { InputOf } from '@twicewise/contract';

/** An event for an error. */
export const error = (content: string) => ({ type: 'error', content });

/** A session that cached answers, and what resulted from it. */
export const cached: InputOf<'episode.store'> = {
  sessionId: 'monday',
  task: 'Make the product page faster',
  outcome: 'failure',
  decisions: [
    {
      id: 'd1',
      context: 'How to make the product page faster',
      options: ['Cache the answers', 'Add an index'],
      chosen: 'Cache the answers in memory',
      rationale: 'Least work',
      outcome: 'failure',
      effects: ['e1'],
    },
    { id: 'd2', context: 'Stale prices', chosen: 'Ask the database each time' },
  ],
  events: [
    { id: 'e1', ...error('Prices are stale after an update') },
    { id: 'e2', ...error('Customers were charged the old price'), causedBy: ['e1'] },
  ],
  links: [{ from: 'e1', to: 'd2', relation: 'causes' }],
};

/** The result of the caching. */
export const STALE = 'Prices are stale after an update';
/** The result of that. */
export const CHARGED = 'Customers were charged the old price';
