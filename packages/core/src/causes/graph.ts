import type { CausalRelation } from '@twicewise/contract';
import type { Contribution, EvidencePart, Mention } from './contribution.ts';
import { edgeIdOf } from './identity.ts';

/** A node with its occurrences and edges. */
export interface NodeEntry {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  /** Contribution id → its mentions; empty for a claim. */
  readonly parts: Map<string, Mention[]>;
  /** Outgoing and incoming edges. */
  readonly out: Set<EdgeEntry>;
  readonly in: Set<EdgeEntry>;
}

/** An edge with its evidence. */
export interface EdgeEntry {
  readonly id: string;
  readonly from: NodeEntry;
  readonly to: NodeEntry;
  readonly relation: CausalRelation;
  /** Contribution id → its evidence for the edge. */
  readonly parts: Map<string, EvidencePart[]>;
}

function pushTo<T>(lists: Map<string, T[]>, key: string, ...items: T[]): void {
  const known = lists.get(key);
  if (known) known.push(...items);
  else lists.set(key, items);
}

/** The causal graph: the sum of the contributions of episodes and claims, independent of their order. */
export class CausalGraph {
  readonly #nodes = new Map<string, NodeEntry>();
  readonly #edges = new Map<string, EdgeEntry>();
  readonly #known = new Map<string, Contribution>();

  get nodes(): ReadonlyMap<string, NodeEntry> {
    return this.#nodes;
  }

  get edges(): ReadonlyMap<string, EdgeEntry> {
    return this.#edges;
  }

  /** The current contribution of a record. */
  contribution(id: string): Contribution | undefined {
    return this.#known.get(id);
  }

  /** Adds what a record contributes, replacing its earlier contribution. */
  put(contribution: Contribution): void {
    this.remove(contribution.id);
    this.#known.set(contribution.id, contribution);
    for (const { id, kind, text, mention } of contribution.nodes) {
      let node = this.#nodes.get(id);
      if (!node) {
        node = { id, kind, text, parts: new Map(), out: new Set(), in: new Set() };
        this.#nodes.set(id, node);
      }
      pushTo(node.parts, contribution.id, ...(mention ? [mention] : []));
    }
    for (const evidence of contribution.evidence) pushTo(this.#edge(evidence).parts, contribution.id, evidence);
  }

  /** Removes what a record contributed, if anything. */
  remove(id: string): void {
    const contribution = this.#known.get(id);
    if (!contribution) return;
    this.#known.delete(id);
    for (const { from, to, relation } of contribution.evidence) {
      const edge = this.#edges.get(edgeIdOf(from, to, relation));
      edge?.parts.delete(id);
      if (!edge || edge.parts.size > 0) continue;
      this.#edges.delete(edge.id);
      edge.from.out.delete(edge);
      edge.to.in.delete(edge);
    }
    for (const { id: nodeId } of contribution.nodes) {
      const node = this.#nodes.get(nodeId);
      node?.parts.delete(id);
      if (node?.parts.size === 0) this.#nodes.delete(nodeId);
    }
  }

  #edge({ from, to, relation }: EvidencePart): EdgeEntry {
    const id = edgeIdOf(from, to, relation);
    const known = this.#edges.get(id);
    if (known) return known;
    const [first, second] = relation === 'correlates' && to < from ? [to, from] : [from, to];
    const edge = { id, from: this.#end(first), to: this.#end(second), relation, parts: new Map() };
    this.#edges.set(id, edge);
    edge.from.out.add(edge);
    edge.to.in.add(edge);
    return edge;
  }

  #end(id: string): NodeEntry {
    const node = this.#nodes.get(id);
    if (!node) throw new Error(`evidence names the node ${id}, which its contribution does not have`);
    return node;
  }
}
