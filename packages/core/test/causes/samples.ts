import type { CausalClaim, Episode, EpisodeLink, Outcome, OutcomeSource } from '@twicewise/contract';
import fc from 'fast-check';
import { type Contribution, contributionOfClaim, contributionOfEpisode } from '../../src/causes/contribution.ts';
import type { CausalGraph } from '../../src/causes/graph.ts';
import { balance } from '../../src/causes/weight.ts';

const AT = '2026-03-01T12:00:00.000Z';
const ulid = (prefix: string, n: number) => `${prefix}_01ARZ3NDEKTSV4RRFFQ69G5${String(n).padStart(3, '0')}`;

/** A minimal episode: decisions by what was chosen, events by what happened, and links by the positions of their ends. */
export function episodeOf(
  n: number,
  items: {
    decisions?: string[];
    events?: string[];
    links?: [number, number, EpisodeLink['relation']?, EpisodeLink['basis']?][];
  },
  fields: {
    project?: number;
    outcome?: Outcome;
    outcomeSource?: OutcomeSource;
    deletedAt?: string | null;
    seq?: number;
  } = {},
): Episode {
  const { project = 1, outcome = 'success', outcomeSource = 'reported', deletedAt = null, seq = n } = fields;
  const decisions = (items.decisions ?? []).map((chosen, at) => ({ id: `d${at}`, chosen }));
  const events = (items.events ?? []).map((content, at) => ({ id: `e${at}`, type: 'milestone', content }));
  const ids = [...decisions, ...events].map(({ id }) => id);
  const when = { at: null, timeQuality: 'unknown' as const, origin: null, extra: {} };
  return {
    id: ulid('epis', n),
    sessionId: ulid('sess', n),
    projectId: ulid('proj', project),
    seq,
    task: `task ${n}`,
    outcome,
    outcomeSource,
    occurredAt: null,
    createdAt: AT,
    deletedAt,
    decisions: decisions.map((decision) => ({
      type: null,
      context: '',
      options: [],
      rationale: null,
      risks: [],
      confidence: null,
      outcome: 'unknown',
      outcomeSource: 'defaulted',
      ...decision,
      ...when,
    })),
    events: events.map((event) => ({ commitSha: null, ...event, ...when })),
    links: (items.links ?? []).map(([from, to, relation = 'causes', basis = 'asserted_by_agent']) => ({
      from: ids[from] ?? '',
      to: ids[to] ?? '',
      relation,
      basis,
    })),
  } as unknown as Episode;
}

/** A claim about two milestones. */
export function claimOf(n: number, from: string, to: string, fields: Partial<CausalClaim> = {}): CausalClaim {
  return {
    id: ulid('clm', n),
    seq: n,
    projectId: ulid('proj', 1),
    sessionId: null,
    relation: 'causes',
    basis: 'asserted_by_agent',
    stance: 'supports',
    note: 'seen',
    author: { kind: 'agent', name: 'a' },
    fromKind: 'milestone',
    fromText: from,
    toKind: 'milestone',
    toText: to,
    createdAt: AT,
    deletedAt: null,
    ...fields,
  } as CausalClaim;
}

/** Everything in a graph, in an order that does not depend on how it was built. */
export function sumOf({ nodes, edges }: Pick<CausalGraph, 'nodes' | 'edges'>) {
  const sorted = <T>(items: Iterable<T>) => [...items].map((item) => JSON.stringify(item)).sort();
  return {
    nodes: sorted(
      [...nodes.values()].map(({ id, kind, text, parts, out, in: into }) => ({
        id,
        kind,
        text,
        parts: sorted(parts),
        out: [...out].map((edge) => edge.id).sort(),
        in: [...into].map((edge) => edge.id).sort(),
      })),
    ),
    edges: sorted(
      [...edges.values()].map(({ id, from, to, relation, parts }) => ({
        id,
        from: from.id,
        to: to.id,
        relation,
        parts: sorted(parts),
        weight: balance([...parts.values()].flat()).weight,
      })),
    ),
  };
}

const few = (prefix: string) =>
  fc.array(
    fc.nat(4).map((n) => `${prefix} ${n}`),
    { maxLength: 4 },
  );
const relation = fc.constantFrom('causes', 'enables', 'prevents', 'correlates', 'precedes');
const basis = fc.constantFrom('asserted_by_agent', 'asserted_by_human', 'textual', 'temporal');

/** A record with one of ten ids: an episode or a claim, in one of its states. */
export const record: fc.Arbitrary<Contribution> = fc.oneof(
  fc
    .record({
      n: fc.nat(9),
      decisions: few('choice'),
      events: few('event'),
      links: fc.array(fc.tuple(fc.nat(7), fc.nat(7), relation, basis), { maxLength: 6 }),
      project: fc.nat(1),
      deletedAt: fc.constantFrom(null, null, null, AT),
      outcome: fc.constantFrom('success', 'failure', 'unknown'),
    })
    .map(({ n, decisions, events, links, project, deletedAt, outcome }) =>
      contributionOfEpisode(
        episodeOf(
          n,
          { decisions, events, links: links as never },
          { project: project + 1, deletedAt, outcome: outcome as Outcome },
        ),
      ),
    ),
  fc
    .record({
      n: fc.nat(9),
      from: fc.nat(4),
      to: fc.nat(4),
      relation,
      stance: fc.constantFrom('supports', 'disputes'),
      name: fc.constantFrom('a', 'b'),
      deletedAt: fc.constantFrom(null, null, AT),
    })
    .map(({ n, from, to, name, ...fields }) =>
      contributionOfClaim(
        claimOf(n + 100, `event ${from}`, `event ${to}`, {
          ...(fields as Partial<CausalClaim>),
          author: { kind: 'agent', name },
        }),
      ),
    ),
);
