import { AppError, MAX_CLAIM_TEXT, type ParsedInputOf, shorten, textBytes } from '@twicewise/contract';
import { type End, type RecordedClaim, recordClaim } from '../runtime/claims.ts';
import type { WriteContext } from '../runtime/context.ts';
import { seenNode, type VisibleGraph } from './answers/resolve.ts';
import { nodeIdOf, normaliseText } from './identity.ts';

/** Resolves one end of a claim: a visible node, or the kind and text of a possibly new one. Throws `not_found`. */
export function resolveEnd(given: ParsedInputOf<'causal.assert'>['from'], asked: VisibleGraph): End {
  if (typeof given !== 'string') return { kind: given.kind.trim(), text: normaliseText(given.text) };
  const node = seenNode(asked, given);
  if (!node) {
    throw new AppError({
      code: 'not_found',
      message: `There is no node ${given}; nothing was stored.`,
      hint: 'causal.nodes finds nodes by what they say. A new one is given as { kind, text }.',
    });
  }
  if (textBytes([node.text]) <= MAX_CLAIM_TEXT) return { kind: node.kind, text: node.text };
  throw new AppError({
    code: 'refused',
    message: `The node ${given} has more than ${MAX_CLAIM_TEXT} bytes of text; nothing was stored.`,
    hint: 'Link the items in their episode (episode.update), or claim it of a shorter text.',
  });
}

function refuseSame(from: End, to: End): void {
  if (nodeIdOf(from.kind, from.text) !== nodeIdOf(to.kind, to.text)) return;
  throw new AppError({
    code: 'invalid_input',
    message: 'Both ends are the same thing; nothing was stored.',
    hint: 'Nothing is its own cause: name two things.',
  });
}

/** Stores a claim and returns its id. */
export function storeClaim(
  context: WriteContext,
  input: ParsedInputOf<'causal.assert'>,
  from: End,
  to: End,
): RecordedClaim {
  refuseSame(from, to);
  const verb = input.stance === 'supports' ? 'Claimed' : 'Disputed';
  const summary = `${verb}: ${shorten(from.text, 60)} ${input.relation} ${shorten(to.text, 60)}`;
  return recordClaim(context, input, { relation: input.relation, from, to }, { name: 'causal.assert', summary });
}
