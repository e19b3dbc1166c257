import {
  type CausalEdge,
  type CausalEvidence,
  type CausalNode,
  type CausalRelation,
  MAX_LABEL,
  type NodeOutcomes,
} from '@twicewise/contract';
import { labelOf } from '../agent-text/label.ts';
import { wilson } from '../runtime/wilson.ts';
import type { EvidencePart, Mention, Turnout } from './contribution.ts';
import type { EdgeEntry, NodeEntry } from './graph.ts';
import { type Balance, balance, isLater, strengthOf } from './weight.ts';

/** From where one looks at the graph: the projects whose evidence counts, null for all, and when. */
export interface Outlook {
  projects: ReadonlySet<string> | null;
  /** A node that one episode has and nothing is tied to is inactive when it was last met before this instant. */
  inactiveBefore: string;
}

/** Mentions of a node, one per episode. */
export function mentionsSeen({ parts }: NodeEntry, { projects }: Outlook): Mention[] {
  const cases: Mention[] = [];
  for (const mentions of parts.values()) {
    const seen = mentions.filter(({ projectId }) => projects === null || projects.has(projectId));
    // Of several items that say the same, one whose own outcome is known speaks for the episode.
    const best = seen.find(({ of }) => of === 'decision') ?? seen[0];
    if (best) cases.push(best);
  }
  return cases;
}

/** How often which outcome. What only a default says is counted apart: the writers of ADR-038 say success unasked. */
export function countOutcomes(cases: readonly Turnout[]): NodeOutcomes {
  const counts = { success: 0, partial: 0, failure: 0, unknown: 0, defaulted: 0 };
  for (const { outcome, source } of cases) {
    const isSaid = outcome === 'unknown' || source !== 'defaulted';
    counts[isSaid ? outcome : 'defaulted']++;
  }
  return counts;
}

/** Share of successes among the cases whose outcome somebody knew (B1-07). */
export function successOf({ success, partial, failure }: NodeOutcomes) {
  return wilson(success, success + partial + failure);
}

/** Evidence of an edge that counts from here. */
function evidenceOf({ parts }: EdgeEntry, { projects }: Outlook): EvidencePart[] {
  const all = [...parts.values()].flat();
  return projects === null ? all : all.filter(({ projectId }) => projects.has(projectId));
}

/** Whether somebody here speaks of an edge. */
export function isKnown({ parts }: EdgeEntry, { projects }: Outlook): boolean {
  if (projects === null) return true;
  for (const evidence of parts.values()) if (evidence.some(({ projectId }) => projects.has(projectId))) return true;
  return false;
}

/** What speaks for and against an edge, seen from here; null when nothing here speaks of it. */
export function balanceOf(edge: EdgeEntry, outlook: Outlook): Balance | null {
  const evidence = evidenceOf(edge, outlook);
  return evidence.length === 0 ? null : balance(evidence);
}

const isTie = ({ relation }: EdgeEntry) => relation !== 'precedes';

/** Edges of a node that somebody here speaks of, order in time left out. */
function ties(edges: Iterable<EdgeEntry>, outlook: Outlook): number {
  let count = 0;
  for (const edge of edges) if (isTie(edge) && isKnown(edge, outlook)) count++;
  return count;
}

/** What leads on: what correlates or only came before is no cause (X12), and what prevents leads to nothing. */
export const LEADS: ReadonlySet<CausalRelation> = new Set(['causes', 'enables']);

function leads(edges: Iterable<EdgeEntry>, outlook: Outlook): number {
  return ties(
    [...edges].filter(({ relation }) => LEADS.has(relation)),
    outlook,
  );
}

/** Whether a node belongs to what is seen from here. */
export function isSeen(node: NodeEntry, outlook: Outlook): boolean {
  if (outlook.projects === null || mentionsSeen(node, outlook).length > 0) return true;
  return ties(node.out, outlook) + ties(node.in, outlook) > 0;
}

function lastOf(cases: readonly Mention[]): string | null {
  let last: string | null = null;
  for (const { at } of cases) if (at !== null && (last === null || at > last)) last = at;
  return last;
}

/** Whether a node belongs to the active graph: not when one episode has it, nothing is tied to it, and it is old (S1-66). */
export function isActive(node: NodeEntry, outlook: Outlook): boolean {
  const cases = mentionsSeen(node, outlook);
  const last = lastOf(cases);
  if (cases.length > 1 || last === null || last >= outlook.inactiveBefore) return true;
  return ties(node.in, outlook) + ties(node.out, outlook) > 0;
}

/** A node as answers show it. */
export function toNode(node: NodeEntry, outlook: Outlook): CausalNode {
  const cases = mentionsSeen(node, outlook);
  const outcomes = countOutcomes(cases);
  const [causes, effects] = [leads(node.in, outlook), leads(node.out, outlook)];
  return {
    id: node.id,
    kind: node.kind,
    label: labelOf(node.text),
    isCut: node.text.length > MAX_LABEL,
    episodes: cases.length,
    outcomes,
    success: successOf(outcomes),
    lastAt: lastOf(cases),
    causes,
    effects,
    isActive: isActive(node, outlook),
  };
}

/** An edge as answers show it; null when nothing here speaks of it. */
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

/** Voices, the strongest first, of equals the newest. */
function strongestFirst(voices: readonly EvidencePart[]): EvidencePart[] {
  return voices.toSorted((a, b) => strengthOf(b) - strengthOf(a) || (isLater(b, a) ? 1 : -1));
}

/** The voices of an edge as answers show them, the strongest first. */
export function toEvidence(edge: EdgeEntry, outlook: Outlook): CausalEvidence[] {
  return strongestFirst(balanceOf(edge, outlook)?.voices ?? []).map((part) => {
    const { from: _from, to: _to, relation: _relation, voice: _voice, ...shown } = part;
    return { ...shown, strength: strengthOf(part) };
  });
}
