import { createHash } from 'node:crypto';
import type { CausalRelation } from '@twicewise/contract';

/** A text as its identity sees it: composed, with single spaces. Case stays: it tells identifiers apart. */
export function normaliseText(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

/**
 * Id of what was said, the same in every session and on every machine (R13, B1-04). Twelve hex digits are those of the
 * graphs of ADR-038; among 100,000 nodes two differ in their texts and share an id with a chance of 1 in 56,000.
 */
export function nodeIdOf(kind: string, text: string): string {
  const said = normaliseText(text);
  // A kind with a colon could be read as a shorter one; a control character stands in neither.
  return `node_${digest(kind.includes(':') ? `\0${JSON.stringify([kind, said])}` : `${kind}:${said}`)}`;
}

/** Id of an edge. What correlates has no direction. */
export function edgeIdOf(from: string, to: string, relation: CausalRelation): string {
  const [one, other] = relation === 'correlates' && to < from ? [to, from] : [from, to];
  return `edge_${digest(`${one} ${relation} ${other}`)}`;
}
