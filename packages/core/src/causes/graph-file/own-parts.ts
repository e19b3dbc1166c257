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

/** What a file is made from. */
export interface Sources {
  db: ReadableDb;
  graph: CausalGraph;
  patterns: PatternIndex;
  projectId: string;
  /** From when on a pattern works or fails. */
  limits: Limits;
  /** What episodes are called: id → name in files. */
  episodes: ReadonlyMap<string, string>;
  /** A text without secrets, home folders and addresses. */
  clean: (text: string) => string;
}

/** What a file of this project is made from. */
export function graphSources(given: Pick<Sources, 'db' | 'graph' | 'patterns' | 'projectId'>): Omit<Sources, 'clean'> {
  const { db, projectId } = given;
  return { ...given, limits: readSettings(db), episodes: episodeNames(db, projectId) };
}

/** Kinds of things that the published schema knows. */
export const KINDS: ReadonlySet<string> = new Set([
  'artifact',
  'commit',
  'decision',
  'error',
  'milestone',
  'outcome',
  'test',
]);

/** Three digits more than anybody needs, and none that differ between machines. */
export const rounded = (value: number) => Math.round(value * 10_000) / 10_000;

/** The parts of a graph that one project sees. */
export const outlookOn = (projectId: string): Outlook => ({ projects: new Set([projectId]), inactiveBefore: '' });

/** Evidence of an edge in the project. */
export function evidenceIn({ parts }: EdgeEntry, projectId: string): EvidencePart[] {
  return [...parts.values()].flat().filter((part) => part.projectId === projectId);
}

const isOfFile = ({ author }: EvidencePart) => author?.kind === 'importer';
/** Whether a record of the memory itself speaks for an edge; what files said is written as they said it. */
export const isOwn = (evidence: readonly EvidencePart[]) =>
  evidence.some((part) => part.stance === 'supports' && !isOfFile(part));

/** An edge that the memory itself knows. */
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
  // A map: episodes may be called like something that every object has.
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
  const { from, to, relation } = edge;
  const ends = [nodeHex(from.kind, sources.clean(from.text)), nodeHex(to.kind, sources.clean(to.text))] as const;
  return { key: edgeKey(...ends, relation), from, to, value: edgeValue(said, ...ends) };
}

/** Edges that episodes, agents and people of the project speak for, with what of them no file can say. */
export function ownEdges(sources: Sources): { edges: OwnEdge[]; temporal: number; disputed: number; unknown: number } {
  const found = { edges: [] as OwnEdge[], temporal: 0, disputed: 0, unknown: 0 };
  for (const edge of sources.graph.edges.values()) {
    const evidence = evidenceIn(edge, sources.projectId);
    if (!isOwn(evidence)) continue;
    if (edge.relation === 'precedes') found.temporal++;
    else if (balance(evidence).isDisputed) found.disputed++;
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

/** Patterns that rest on more than a file, and how many of them are said to be none. */
export function ownPatterns(sources: Sources): { patterns: { key: string; value: Fields }[]; disputed: number } {
  const found = { patterns: [] as { key: string; value: Fields }[], disputed: 0 };
  for (const entry of sources.patterns.patterns.values()) {
    if (entry.projectId !== sources.projectId) continue;
    if (!entry.members.some(({ source: { word } }) => word?.by !== 'file')) continue;
    const counted = countPattern(entry, sources.limits);
    if (counted.state === 'disputed') found.disputed++;
    else found.patterns.push(ownPattern(counted, entry, sources));
  }
  return found;
}
