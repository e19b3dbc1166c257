import type { InputOf } from '@twicewise/contract';

/** A session with causes, times of every quality, and a complete decision. */
export const CHECKOUT_SESSION = {
  projectId: 'shop',
  sessionId: 'checkout-7',
  task: 'Make the checkout survive a slow payment provider',
  outcome: 'partial',
  occurredAt: '2026-05-20T09:00:00Z',
  decisions: [
    {
      type: 'design',
      context: 'The provider takes up to 40 s; requests time out after 30',
      options: ['Put the calls in a queue', 'Raise the timeout'],
      chosen: 'Put the calls in a queue',
      rationale: 'A timeout only moves the problem',
      risks: ['Orders are shown as paid a moment late'],
      confidence: 0.8,
      outcome: 'success',
      outcomeSource: 'defaulted',
      at: '2026-05-20T09:10:00Z',
      effects: ['e002'],
    },
    { chosen: 'Keep the old path behind a switch' },
  ],
  events: [
    { type: 'error', content: 'POST /pay: 504 after 30 s', at: '2026-05-20T09:02:11Z', leadsTo: ['d001'] },
    { type: 'milestone', content: 'The queue takes orders', at: '2026-05-20T10:15:00Z' },
    { type: 'commit', content: 'Queue payments', commitSha: '9f3c2ab1', at: '2026-05-20T10:40:00Z' },
    { type: 'handoff', content: 'Refunds are left', at: '2026-05-21T00:00:00Z', timeQuality: 'day' },
    { type: 'field_trip', content: 'Something nobody foresaw' },
  ],
  links: [{ from: 'e002', to: 'e003', relation: 'precedes' }],
  lessons: ['A refund must know whether its order is queued'],
  metrics: { duration_minutes: 100, tool_calls: null, errors: 0 },
  memoryRefs: [{ system: 'serena', name: 'payments-queue' }],
} satisfies InputOf<'episode.store'>;
