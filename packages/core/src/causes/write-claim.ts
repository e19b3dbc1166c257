import { AppError, type CausalRelation, MAX_CLAIM_TEXT, type ParsedInputOf, textBytes } from '@twicewise/contract';
import { claimText, type End, type RecordedClaim, recordClaim, STANCE_VERBS } from '../runtime/claims.ts';
import type { WriteContext } from '../runtime/context.ts';
import { seenNode, type VisibleGraph } from './answers/resolve.ts';
import { edgeIdOf, nodeIdOf, normaliseText } from './identity.ts';
import { toEdge } from './view.ts';

/** Resolves one end of a claim: a visible node, or the kind and text of a possibly new one. Throws `not_found`. */
export function resolveEnd(given: ParsedInputOf<'causal.assert'>['from'], asked: VisibleGraph): End {
  if (typeof given !== 'string') return { kind: given.kind.trim(), text: normaliseText(given.text) };
  const node = seenNode(asked, given);
  if (!node) {
    throw new AppError({
      code: 'not_found',
      message: `There is no node ${given}`,
      effect: '; nothing was stored.',
      hint: 'Find it by what it says (causal.nodes), or give a new one as { kind, text }.',
    });
  }
  if (textBytes([node.text]) <= MAX_CLAIM_TEXT) return { kind: node.kind, text: node.text };
  throw new AppError({
    code: 'refused',
    message: `The node ${given} has more than ${MAX_CLAIM_TEXT} bytes of text`,
    effect: '; nothing was stored.',
    hint: 'Link the items in their episode (episode.update), or claim it of a shorter text.',
  });
}

function refuseSame(from: End, to: End): void {
  if (nodeIdOf(from.kind, from.text) !== nodeIdOf(to.kind, to.text)) return;
  throw new AppError({
    code: 'invalid_input',
    message: 'Both ends are the same thing',
    effect: '; nothing was stored.',
    hint: 'Nothing is its own cause: name two things.',
  });
}

/** Whether anything the caller sees says already that one leads to the other; a dispute alone does not. */
function isSaid({ index, outlook }: VisibleGraph, from: End, to: End, relation: CausalRelation): boolean {
  const ends = [nodeIdOf(from.kind, from.text), nodeIdOf(to.kind, to.text)] as const;
  const edge = index.graph.edges.get(edgeIdOf(...ends, relation));
  return edge !== undefined && (toEdge(edge, outlook)?.supports ?? 0) > 0;
}

/** A stored claim, and whether it is the first to say that one leads to the other. */
interface StoredClaim extends RecordedClaim {
  isFirst: boolean;
}

/** Stores a claim about what the caller sees. */
export function storeClaim(
  context: WriteContext,
  input: ParsedInputOf<'causal.assert'>,
  [from, to]: readonly [End, End],
  seen: VisibleGraph,
): StoredClaim {
  refuseSame(from, to);
  const isFirst = input.stance === 'supports' && !isSaid(seen, from, to, input.relation);
  const verb = isFirst ? 'Connected' : STANCE_VERBS[input.stance];
  const summary = `${verb}: ${claimText(from.text, input.relation, to.text)}`;
  const about = { relation: input.relation, from, to };
  return { ...recordClaim(context, input, about, { name: 'causal.assert', summary: () => summary }), isFirst };
}
