import { describe, expect, it } from 'vitest';
import { contributionOfClaim, contributionOfEpisode } from '../../src/causes/contribution.ts';
import { CausalGraph } from '../../src/causes/graph.ts';
import { edgeIdOf, nodeIdOf } from '../../src/causes/identity.ts';
import { balance } from '../../src/causes/weight.ts';
import { claimOf, episodeOf } from './samples.ts';

// What one record adds to the graph of causes.

const milestone = (text: string) => nodeIdOf('milestone', text);

describe('an id in the graph', () => {
  it('is on every machine what it was: answers and files of years ago name it', () => {
    expect(nodeIdOf('decision', ' use  JWT')).toBe('node_6cd5ee7134a9');
    expect(nodeIdOf('error:a', 'b')).toBe('node_6355b2d194c0');
    expect(edgeIdOf('node_a', 'node_b', 'causes')).toBe('edge_5ad00fe6cfec');
    for (const [from, to] of [['node_a', 'node_b'] as const, ['node_b', 'node_a'] as const])
      expect(edgeIdOf(from, to, 'correlates')).toBe('edge_9ffc0c4fb099');
  });

  it('is another for another text of a kind with a colon, too', () => {
    const ids = [
      nodeIdOf('error:a', 'b'),
      nodeIdOf('error:a', 'c'),
      nodeIdOf('error:b', 'b'),
      nodeIdOf('error', 'a:b'),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('an episode', () => {
  const linked = (n: number) => contributionOfEpisode(episodeOf(n, { events: ['A', 'B'], links: [[0, 1]] }));

  it('is a voice of its own, and has one for each way in which something is known', () => {
    const evidence = [linked(1), linked(2)].flatMap((part) => part.evidence);
    expect(balance(evidence).voices).toHaveLength(2);
    const twice = episodeOf(3, {
      events: ['A', 'B'],
      links: [
        [0, 1],
        [0, 1, 'causes', 'textual'],
      ],
    });
    expect(balance(contributionOfEpisode(twice).evidence).voices).toHaveLength(2);
  });

  it('adds nothing for what has no text', () => {
    const part = contributionOfEpisode(
      episodeOf(1, {
        decisions: [' ', 'a library'],
        events: ['\n', 'it parses'],
        links: [
          [0, 3],
          [1, 2],
          [1, 3],
        ],
      }),
    );
    expect(part.nodes.map(({ text }) => text)).toEqual(['a library', 'it parses']);
    expect(part.decisions.map(({ nodeId }) => nodeId)).toEqual([nodeIdOf('decision', 'a library')]);
    expect(part.evidence.map(({ from, to }) => [from, to])).toEqual([
      [nodeIdOf('decision', 'a library'), milestone('it parses')],
    ]);
  });

  it('is of the time of the item, else of the episode, else of when it was written down', () => {
    const episode = episodeOf(1, { events: ['A', 'B'], links: [[0, 1]] });
    const [cause, effect] = episode.events;
    if (!cause || !effect) throw new Error('no events');
    const [of, later] = ['2026-02-01T00:00:00.000Z', '2026-02-02T00:00:00.000Z'];
    const times = (part: typeof episode) => {
      const { nodes, evidence } = contributionOfEpisode(part);
      return [...nodes.map(({ mention }) => mention?.at), ...evidence.map(({ at }) => at)];
    };
    expect(times(episode)).toEqual([episode.createdAt, episode.createdAt, episode.createdAt]);
    expect(times({ ...episode, occurredAt: of })).toEqual([of, of, of]);
    expect(times({ ...episode, occurredAt: of, events: [cause, { ...effect, at: later }] })).toEqual([
      of,
      later,
      later,
    ]);
    expect(times({ ...episode, events: [{ ...cause, at: later }, effect] })).toEqual([
      later,
      episode.createdAt,
      episode.createdAt,
    ]);
  });
});

describe('what adds nothing', () => {
  const nothing = { nodes: [], evidence: [], decisions: [] };

  it('is an episode in the bin, a claim that was taken back, one about a pattern, and one of a thing and itself', () => {
    const deletedAt = '2026-03-02T00:00:00.000Z';
    const binned = episodeOf(1, { decisions: ['a'], events: ['A', 'B'], links: [[0, 1]] }, { deletedAt });
    expect(contributionOfEpisode(binned)).toEqual({ id: binned.id, seq: 1, ...nothing });
    for (const claim of [
      claimOf(2, 'A', 'B', { deletedAt }),
      claimOf(2, 'A', 'B', { relation: 'calls_for' }),
      claimOf(2, 'A', ' A'),
    ])
      expect(contributionOfClaim(claim)).toEqual({ id: claim.id, seq: 2, ...nothing });
  });
});

describe('the graph', () => {
  it('has no case of a thing that is only claimed', () => {
    const graph = new CausalGraph();
    const part = contributionOfClaim(claimOf(1, 'A', 'B'));
    graph.put(part);
    expect(part.decisions).toEqual([]);
    expect([...(graph.nodes.get(milestone('A'))?.parts.values() ?? [])]).toEqual([[]]);
  });

  it('keeps each of the items of an episode that say the same', () => {
    const graph = new CausalGraph();
    const part = contributionOfEpisode(episodeOf(1, { events: ['A', ' A'] }));
    graph.put(part);
    const mentions = graph.nodes.get(milestone('A'))?.parts.get(part.id);
    expect(mentions?.map(({ itemId }) => itemId)).toEqual(['e0', 'e1']);
  });

  it('refuses evidence about a thing that its record does not have', () => {
    const part = { ...contributionOfClaim(claimOf(1, 'A', 'B')), nodes: [] };
    expect(() => new CausalGraph().put(part)).toThrow(
      `evidence names the node ${milestone('A')}, which its contribution does not have`,
    );
  });

  it('no longer knows a record that was removed', () => {
    const graph = new CausalGraph();
    const part = contributionOfClaim(claimOf(1, 'A', 'B'));
    graph.put(part);
    expect(graph.contribution(part.id)).toBe(part);
    graph.remove(part.id);
    expect(graph.contribution(part.id)).toBeUndefined();
  });

  it('joins what correlates from the smaller id to the larger', () => {
    const graph = new CausalGraph();
    graph.put(contributionOfClaim(claimOf(1, 'A', 'B', { relation: 'correlates' })));
    const [edge] = graph.edges.values();
    expect([edge?.from.id, edge?.to.id]).toEqual([milestone('A'), milestone('B')].sort());
  });
});
