import { createHash } from 'node:crypto';
import type { CausalRelation } from '@twicewise/contract';

/** Normalises a text for identity: composed Unicode, single spaces. Case is kept, because it distinguishes identifiers. */
export function normaliseText(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

/**
 * Node id of a text, the same in every session and on every machine (R13, B1-04). The twelve hex digits equal those of the graphs
 * of ADR-038; among 100,000 nodes the chance that two different texts share an id is 1 in 56,000.
 */
export function nodeIdOf(kind: string, text: string): string {
  const said = normaliseText(text);
  // A kind with a colon could be mistaken for a shorter kind, so it is encoded with a control character, which neither part can
  // contain.
  return `node_${digest(kind.includes(':') ? `\0${JSON.stringify([kind, said])}` : `${kind}:${said}`)}`;
}

/** Id of an edge. Correlation has no direction. */
export function edgeIdOf(from: string, to: string, relation: CausalRelation): string {
  const [one, other] = relation === 'correlates' && to < from ? [to, from] : [from, to];
  return `edge_${digest(`${one} ${relation} ${other}`)}`;
}
