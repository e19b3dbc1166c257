import {
  type CausalEdge,
  type CausalEvidence,
  type CausalNode,
  type CausalRelation,
  MAX_LABEL,
  type NodeOutcomes,
  type Outcome,
} from '@twicewise/contract';
import { labelOf } from '../agent-text/label.ts';
import { wilson } from '../runtime/wilson.ts';
import type { EvidencePart, Mention, Turnout } from './contribution.ts';
import type { EdgeEntry, NodeEntry } from './graph.ts';
import { type Balance, balance, isLater, strengthOf } from './weight.ts';

/** What a caller sees of the graph: the projects whose evidence counts (null for all), and the time. */
export interface Outlook {
  projects: ReadonlySet<string> | null;
  /** A node that occurs in one episode and has no edges is inactive if it was last seen before this time. */
  inactiveBefore: string;
}

/** Mentions of a node, one per episode. */
export function mentionsSeen({ parts }: NodeEntry, { projects }: Outlook): Mention[] {
  const cases: Mention[] = [];
  for (const mentions of parts.values()) {
    const seen = mentions.filter(({ projectId }) => projects === null || projects.has(projectId));
    // Among several items with the same text, one with its own known outcome represents the episode.
    const best = seen.find(({ of }) => of === 'decision') ?? seen[0];
    if (best) cases.push(best);
  }
  return cases;
}

/** Counts of each outcome. Defaults are counted separately, because writers of ADR-038 report success by default. */
export function countOutcomes(cases: readonly Turnout[]): NodeOutcomes {
  const counts = { success: 0, partial: 0, failure: 0, unknown: 0, defaulted: 0 };
  for (const { outcome, source } of cases) {
    const isSaid = outcome === 'unknown' || source !== 'defaulted';
    counts[isSaid ? outcome : 'defaulted']++;
  }
  return counts;
}

/** Share of successes among the cases with a known outcome (B1-07). */
export function successOf({ success, partial, failure }: NodeOutcomes) {
  return wilson(success, success + partial + failure);
}

/** Evidence of an edge that the caller sees. */
function evidenceOf({ parts }: EdgeEntry, { projects }: Outlook): EvidencePart[] {
  const all = [...parts.values()].flat();
  return projects === null ? all : all.filter(({ projectId }) => projects.has(projectId));
}

/** Whether the caller sees any evidence for an edge. */
export function isKnown({ parts }: EdgeEntry, { projects }: Outlook): boolean {
  if (projects === null) return true;
  for (const evidence of parts.values()) if (evidence.some(({ projectId }) => projects.has(projectId))) return true;
  return false;
}

/** The evidence for and against an edge as the caller sees it; null when there is none. */
export function balanceOf(edge: EdgeEntry, outlook: Outlook): Balance | null {
  const evidence = evidenceOf(edge, outlook);
  return evidence.length === 0 ? null : balance(evidence);
}

const isTie = ({ relation }: EdgeEntry) => relation !== 'precedes';

/** Number of a node's edges with visible evidence, without order in time. */
function ties(edges: Iterable<EdgeEntry>, outlook: Outlook): number {
  let count = 0;
  for (const edge of edges) if (isTie(edge) && isKnown(edge, outlook)) count++;
  return count;
}

/** Relations that lead on to an effect. Correlation and order in time are no causes (X12), and prevention leads to nothing. */
export const LEADS: ReadonlySet<CausalRelation> = new Set(['causes', 'enables']);

/** Numbers of a node's edges: those that lead on, which answers about causes take, and preventions; disputed ones apart. */
function countEdges(edges: Iterable<EdgeEntry>, outlook: Outlook) {
  const count = { leading: 0, preventing: 0, disputed: { leading: 0, preventing: 0 } };
  for (const edge of edges) {
    const isLeading = LEADS.has(edge.relation);
    if (!isLeading && edge.relation !== 'prevents') continue;
    const known = balanceOf(edge, outlook);
    if (known) (known.isDisputed ? count.disputed : count)[isLeading ? 'leading' : 'preventing']++;
  }
  return count;
}

/** Whether the caller sees a node. */
export function isSeen(node: NodeEntry, outlook: Outlook): boolean {
  if (outlook.projects === null || mentionsSeen(node, outlook).length > 0) return true;
  return ties(node.out, outlook) + ties(node.in, outlook) > 0;
}

/** The worse first: it is what of two equally frequent outcomes is told. */
const FROM_WORST = ['failure', 'partial', 'success'] as const;

/** What most cases of a node were by their own word: the outcome of a session says nothing about each of its decisions. */
function ownOutcome({ kind }: NodeEntry, cases: readonly Mention[]): Outcome {
  if (kind === 'error') return 'failure';
  const own = countOutcomes(cases.filter(({ of }) => of === 'decision'));
  const most = Math.max(own.failure, own.partial, own.success);
  return most === 0 ? 'unknown' : (FROM_WORST.find((outcome) => own[outcome] === most) ?? 'unknown');
}

function lastOf(cases: readonly Mention[]): string | null {
  let last: string | null = null;
  for (const { at } of cases) if (at !== null && (last === null || at > last)) last = at;
  return last;
}

/**
 * Whether a node belongs to the active graph. A node is inactive when only one episode has it, it has no edges, and it is old
 * (S1-66).
 */
export function isActive(node: NodeEntry, outlook: Outlook): boolean {
  const cases = mentionsSeen(node, outlook);
  const last = lastOf(cases);
  if (cases.length > 1 || last === null || last >= outlook.inactiveBefore) return true;
  return ties(node.in, outlook) + ties(node.out, outlook) > 0;
}

/** Converts a node for an answer. */
export function toNode(node: NodeEntry, outlook: Outlook): CausalNode {
  const cases = mentionsSeen(node, outlook);
  const outcomes = countOutcomes(cases);
  const [before, after] = [countEdges(node.in, outlook), countEdges(node.out, outlook)];
  return {
    id: node.id,
    kind: node.kind,
    label: labelOf(node.text),
    isCut: node.text.length > MAX_LABEL,
    episodes: cases.length,
    outcomes,
    ownOutcome: ownOutcome(node, cases),
    success: successOf(outcomes),
    lastAt: lastOf(cases),
    causes: before.leading,
    effects: after.leading,
    disputedCauses: before.disputed.leading,
    disputedEffects: after.disputed.leading,
    prevents: after.preventing,
    preventedBy: before.preventing,
    disputedPrevents: after.disputed.preventing,
    disputedPreventedBy: before.disputed.preventing,
    isActive: isActive(node, outlook),
  };
}

/** Converts an edge for an answer; null without visible evidence. */
export function toEdge(edge: EdgeEntry, outlook: Outlook): CausalEdge | null {
  const known = balanceOf(edge, outlook);
  if (!known) return null;
  const supporting = known.voices.filter(({ stance }) => stance === 'supports');
  const bases = [...new Set(strongestFirst(supporting).map(({ basis }) => basis))];
  const first = mentionsSeen(edge.from, outlook);
  const second = new Set(mentionsSeen(edge.to, outlook).map(({ episodeId }) => episodeId));
  return {
    id: edge.id,
    from: edge.from.id,
    to: edge.to.id,
    relation: edge.relation,
    weight: known.weight,
    supports: supporting.length,
    disputes: known.voices.length - supporting.length,
    isDisputed: known.isDisputed,
    bases,
    together: wilson(first.filter(({ episodeId }) => second.has(episodeId)).length, first.length),
  };
}

/** Evidence by strength; at equal strength the newest first. */
function strongestFirst(voices: readonly EvidencePart[]): EvidencePart[] {
  return voices.toSorted((a, b) => strengthOf(b) - strengthOf(a) || (isLater(b, a) ? 1 : -1));
}

/** The evidence of an edge for an answer, strongest first. */
export function toEvidence(edge: EdgeEntry, outlook: Outlook): CausalEvidence[] {
  return strongestFirst(balanceOf(edge, outlook)?.voices ?? []).map((part) => {
    const { from: _from, to: _to, relation: _relation, voice: _voice, ...shown } = part;
    return { ...shown, strength: strengthOf(part) };
  });
}
