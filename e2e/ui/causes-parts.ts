import type { InputOf } from '@twicewise/contract';
import type { HostProcess } from '@twicewise/testkit';

type Episode = InputOf<'episode.store'>;

/** Sessions of a shop in which things led to others: twelve nodes, some of which occur several times. */
const SESSIONS: readonly Partial<Episode>[] = [
  {
    task: 'Make the checkout faster',
    outcome: 'failure',
    decisions: [
      {
        context: 'Where to keep carts',
        options: ['Redis', 'Postgres'],
        chosen: 'Keep carts in Redis',
        outcome: 'failure',
        effects: ['e001', 'e002'],
      },
    ],
    events: [
      { type: 'milestone', content: 'Checkout answers in 40 ms' },
      { type: 'error', content: 'Carts are lost when Redis restarts', leadsTo: ['e003', 'e004'] },
      { type: 'error', content: 'Support tickets about empty carts' },
      { type: 'test', content: 'The restart test fails' },
    ],
  },
  {
    task: 'Stop losing carts',
    outcome: 'success',
    decisions: [
      {
        context: 'Where to keep carts',
        options: ['Redis', 'Postgres'],
        chosen: 'Keep carts in Postgres',
        outcome: 'success',
        effects: ['e001'],
      },
      { context: 'Speed of reads', chosen: 'Add an index on cart_id', outcome: 'success', effects: ['e002'] },
    ],
    events: [
      { type: 'milestone', content: 'No cart is lost for a week' },
      { type: 'milestone', content: 'Checkout answers in 40 ms' },
    ],
    links: [{ from: 'e001', to: 'e002', relation: 'precedes' }],
  },
  {
    task: 'Restart Redis in the night',
    outcome: 'failure',
    decisions: [{ chosen: 'Keep carts in Redis', outcome: 'failure', effects: ['e001'] }],
    events: [{ type: 'error', content: 'Carts are lost when Redis restarts' }],
  },
];

/** The map of these sessions. */
export const SHOP = {
  redis: 'Keep carts in Redis',
  postgres: 'Keep carts in Postgres',
  lost: 'Carts are lost when Redis restarts',
  tickets: 'Support tickets about empty carts',
  fast: 'Checkout answers in 40 ms',
};

/** Stores these sessions in a memory. */
export async function tellOfShop(host: HostProcess): Promise<void> {
  for (const [index, session] of SESSIONS.entries()) {
    await host.client.call('episode.store', {
      projectId: 'shop',
      sessionId: `shop-${index}`,
      task: '',
      outcome: 'unknown',
      occurredAt: `2026-0${index + 1}-10T10:00:00Z`,
      ...session,
    } as Episode);
  }
  const claim = (input: InputOf<'causal.assert'>) => host.client.call('causal.assert', { projectId: 'shop', ...input });
  await claim({
    from: { kind: 'decision', text: SHOP.postgres },
    to: { kind: 'error', text: SHOP.lost },
    relation: 'prevents',
    note: 'Nothing was lost since',
  });
  await claim({
    from: { kind: 'decision', text: 'Add an index on cart_id' },
    to: { kind: 'milestone', text: 'The page of orders is quick too' },
    relation: 'enables',
    note: 'It reads by the same column',
  });
  await claim({
    from: { kind: 'error', text: SHOP.tickets },
    to: { kind: 'event', text: 'Fewer people come back' },
    relation: 'correlates',
    note: 'Both rose in March',
  });
}

/** Stores this many decisions, each with this many effects of its own. */
export async function tellOfHubs(host: HostProcess, hubs: number, effects: number) {
  for (let hub = 0; hub < hubs; hub++) {
    await host.client.call('episode.store', {
      projectId: 'hubs',
      sessionId: `hub-${hub}`,
      task: 'Change everything at once',
      outcome: 'partial',
      decisions: [{ id: 'd', chosen: `Rewrite part ${hub}` }],
      events: Array.from({ length: effects }, (_, index) => ({
        type: 'milestone',
        content: `Effect ${index} of part ${hub}`,
        causedBy: ['d'],
      })),
    });
  }
}

/** Stores one decision with this many effects, and effects of those. */
export async function tellOfMany(host: HostProcess, effects: number, label = (index: number) => `Effect ${index}`) {
  const events = Array.from({ length: effects }, (_, index) => ({
    type: index % 5 === 0 ? 'error' : 'milestone',
    content: label(index),
  }));
  const PER_SESSION = 200;
  for (let at = 0; at < effects; at += PER_SESSION) {
    const part = events.slice(at, at + PER_SESSION);
    const id = (index: number) => `e${String(index + 1).padStart(3, '0')}`;
    await host.client.call('episode.store', {
      projectId: 'many',
      sessionId: `many-${at}`,
      task: 'Change everything at once',
      outcome: 'partial',
      decisions: [{ chosen: 'Rewrite it all', effects: part.slice(0, 40).map((_, index) => id(index)) }],
      events: part.map((event, index) => ({
        id: id(index),
        ...event,
        ...(index >= 40 ? { causedBy: [id((index * 7) % 40)] } : {}),
      })),
    });
  }
}

/** Stores an outage of nine steps, two of which have a second cause of their own; returns what it ended with. */
export async function tellOfOutage(host: HostProcess): Promise<string> {
  const steps = Array.from({ length: 9 }, (_, step) => `Step ${step} of the outage`);
  const trunk = steps.map((content, step) => ({
    type: 'error',
    content,
    id: `e00${step + 1}`,
    causedBy: step > 0 ? [`e00${step}`, ...(step % 3 === 0 ? [`e1${step}0`] : [])] : [],
  }));
  const others = [3, 6].map((step) => ({ type: 'milestone', content: `Cause beside step ${step}`, id: `e1${step}0` }));
  const events = [...trunk, ...others];
  await host.client.call('episode.store', { projectId: 'shop', sessionId: 'outage', task: 'End the outage', events });
  return steps.at(-1) ?? '';
}
