import type { Fields } from '@twicewise/ingest';
import { episodeNames, type ReadableDb, readSettings } from '@twicewise/store';
import type { PatternEntry, PatternIndex } from '../../patterns/pattern-index.ts';
import {
  type CountedPattern,
  countPattern,
  type Limits,
  perRecord,
  readerOf,
  readPatternText,
} from '../../patterns/view.ts';
import type { EvidencePart } from '../contribution.ts';
import type { CausalGraph, EdgeEntry, NodeEntry } from '../graph.ts';
import type { Outlook } from '../view.ts';
import { balance, strengthOf } from '../weight.ts';
import { edgeKey, edgeValue, nodeHex, patternKey, patternValue } from './filed-fields.ts';

/** The data that a file is made from. */
export interface Sources {
  db: ReadableDb;
  graph: CausalGraph;
  patterns: PatternIndex;
  projectId: string;
  /** Limits from which a pattern counts as working or failing. */
  limits: Limits;
  /** Names of episodes in files, by id. */
  episodes: ReadonlyMap<string, string>;
  /** Removes secrets, home folders and addresses from a text. */
  clean: (text: string) => string;
}

/** Collects the data for a file of this project. */
export function graphSources(given: Pick<Sources, 'db' | 'graph' | 'patterns' | 'projectId'>): Omit<Sources, 'clean'> {
  const { db, projectId } = given;
  return { ...given, limits: readSettings(db), episodes: episodeNames(db, projectId) };
}

/** Node kinds of the published schema. */
export const KINDS: ReadonlySet<string> = new Set([
  'artifact',
  'commit',
  'decision',
  'error',
  'milestone',
  'outcome',
  'test',
]);

/** Rounds to four decimals: enough for any use, and equal on all machines. */
export const rounded = (value: number) => Math.round(value * 10_000) / 10_000;

/** The graph as one project sees it. */
export const outlookOn = (projectId: string): Outlook => ({ projects: new Set([projectId]), inactiveBefore: '' });

/** Evidence of an edge from the project. */
export function evidenceIn({ parts }: EdgeEntry, projectId: string): EvidencePart[] {
  return [...parts.values()].flat().filter((part) => part.projectId === projectId);
}

const isOfFile = ({ author }: EvidencePart) => author?.kind === 'importer';
/** Whether a record of this memory supports an edge. Evidence from files is exported as the file had it. */
export const isOwn = (evidence: readonly EvidencePart[]) =>
  evidence.some((part) => part.stance === 'supports' && !isOfFile(part));

/** An edge supported by records of this memory. */
export interface OwnEdge {
  key: string;
  from: NodeEntry;
  to: NodeEntry;
  value: Fields;
}

function first(times: readonly (string | null)[]): { created?: string } {
  const known = times.filter((at) => at !== null).sort();
  return known[0] === undefined ? {} : { created: known[0] };
}

function ownEdge(edge: EdgeEntry, evidence: readonly EvidencePart[], sources: Sources): OwnEdge {
  const { voices, weight } = balance(evidence);
  const supporting = voices.filter(({ stance }) => stance === 'supports');
  // A Map, because an episode's name may equal a property of Object.prototype.
  const contributions = new Map<string, number>();
  const episodes = new Set<string>();
  for (const part of supporting) {
    const episode =
      part.episodeId === null ? null : sources.clean(sources.episodes.get(part.episodeId) ?? part.episodeId);
    if (episode !== null) episodes.add(episode);
    const name = episode ?? part.claimId ?? '';
    contributions.set(name, Math.max(contributions.get(name) ?? 0, strengthOf(part)));
  }
  const bases = supporting.toSorted((a, b) => strengthOf(b) - strengthOf(a) || (a.basis < b.basis ? -1 : 1));
  const said = {
    type: edge.relation,
    weight: rounded(weight),
    evidence_count: supporting.length,
    episodes: [...episodes].sort(),
    contributions: Object.fromEntries(contributions),
    ...first(supporting.map(({ at }) => at)),
    basis: [...new Set(bases.map(({ basis }) => basis))],
  };
  const ends = endsOf(edge, sources);
  return { key: edgeKey(...ends, edge.relation), from: edge.from, to: edge.to, value: edgeValue(said, ...ends) };
}

const endsOf = ({ from, to }: EdgeEntry, { clean }: Sources) =>
  [nodeHex(from.kind, clean(from.text)), nodeHex(to.kind, clean(to.text))] as const;

interface OwnEdges {
  edges: OwnEdge[];
  /** Number of edges that are only order in time. */
  temporal: number;
  /** Keys of edges that somebody disputes. */
  disputed: string[];
  /** Number of edges with ends that the format does not know. */
  unknown: number;
}

/** Edges supported by the project's episodes, agents and people, and what the format cannot express. */
export function ownEdges(sources: Sources): OwnEdges {
  const found: OwnEdges = { edges: [], temporal: 0, disputed: [], unknown: 0 };
  for (const edge of sources.graph.edges.values()) {
    const evidence = evidenceIn(edge, sources.projectId);
    if (!isOwn(evidence)) continue;
    if (edge.relation === 'precedes') found.temporal++;
    else if (balance(evidence).isDisputed) found.disputed.push(edgeKey(...endsOf(edge, sources), edge.relation));
    else if (!KINDS.has(edge.from.kind) || !KINDS.has(edge.to.kind)) found.unknown++;
    else found.edges.push(ownEdge(edge, evidence, sources));
  }
  return found;
}

function ownPattern(counted: CountedPattern, entry: PatternEntry, sources: Sources): { key: string; value: Fields } {
  const { trigger, action } = readPatternText(readerOf(sources.db), entry);
  const [when, then] = [sources.clean(trigger.text), sources.clean(action.text)];
  const { success, occurrences, lastAt } = counted;
  const contributions = new Map<string, number>();
  const episodes = new Set<string>();
  for (const [id, outcome] of perRecord(entry.members)) {
    const episode = sources.episodes.get(id);
    const name = episode === undefined ? id : sources.clean(episode);
    if (episode !== undefined) episodes.add(name);
    if (outcome !== 'unknown') contributions.set(name, outcome === 'success' ? 1 : 0);
  }
  const value = patternValue({
    name: `${when} → ${then}`,
    description: '',
    trigger: when,
    action: then,
    kind: entry.kind,
    ...(success.value === null ? {} : { success_rate: rounded(success.value) }),
    ...(occurrences === 0 ? {} : { occurrences }),
    episodes: [...episodes].sort(),
    contributions: Object.fromEntries(contributions),
    ...first(entry.members.map(({ source }) => source.at)),
    ...(lastAt === null ? {} : { last_used: lastAt }),
  });
  return { key: patternKey(when, then), value };
}

/** Patterns supported by more than a file, and the keys of disputed ones. */
export function ownPatterns(sources: Sources): { patterns: { key: string; value: Fields }[]; disputed: string[] } {
  const found = { patterns: [] as { key: string; value: Fields }[], disputed: [] as string[] };
  for (const entry of sources.patterns.patterns.values()) {
    if (entry.projectId !== sources.projectId) continue;
    if (!entry.members.some(({ source: { word } }) => word?.by !== 'file')) continue;
    const counted = countPattern(entry, sources.limits);
    const pattern = ownPattern(counted, entry, sources);
    if (counted.state === 'disputed') found.disputed.push(pattern.key);
    else found.patterns.push(pattern);
  }
  return found;
}
