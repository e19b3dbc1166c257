import {
  AppError,
  type CausalClaim,
  MAX_CLAIM_TEXT,
  type ParsedInputOf,
  shorten,
  textBytes,
} from '@twicewise/contract';
import { getClaim, type ReadableDb } from '@twicewise/store';
import type { WriteContext } from '../context.ts';
import { resolvePlace } from '../references.ts';
import { type Asked, seenNode } from './answers/resolve.ts';
import { nodeIdOf, spoken } from './identity.ts';

/** An end of an edge, as a claim keeps it. */
export interface End {
  kind: string;
  text: string;
}

/** The claim, or `not_found`. */
export function requireClaim(db: ReadableDb, id: string): CausalClaim {
  const found = getClaim(db, id);
  if (found) return found;
  throw new AppError({
    code: 'not_found',
    message: `There is no claim with the id ${id}.`,
    hint: 'causal.edge and pattern.get show the claims there are.',
  });
}

/** What an end means: a node that is seen from there, or the kind and text of one that may be new. Throws `not_found`. */
export function endOf(given: ParsedInputOf<'causal.assert'>['from'], asked: Asked): End {
  if (typeof given !== 'string') return { kind: given.kind.trim(), text: spoken(given.text) };
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

/** Writes a claim down; answers its id. */
export function storeClaim(
  context: WriteContext,
  input: ParsedInputOf<'causal.assert'>,
  from: End,
  to: End,
): { id: string; operationId: string | null; notes: string[] } {
  refuseSame(from, to);
  const { author } = context.caller;
  const agent = author.kind === 'agent' ? author.name : null;
  const { project, session } = resolvePlace(context, input, { agent, startedAt: context.at });
  const id = context.newId('claim');
  context.record.create('claim', id, {
    id,
    projectId: project.id,
    sessionId: session?.id ?? null,
    sourceId: null,
    sourcePointer: null,
    stance: input.stance,
    relation: input.relation,
    fromKind: from.kind,
    fromText: from.text,
    toKind: to.kind,
    toText: to.text,
    basis: author.kind === 'person' ? 'asserted_by_human' : 'asserted_by_agent',
    note: input.note,
    authorKind: author.kind,
    authorName: author.name,
    createdAt: context.at,
    updatedAt: context.at,
    extra: {},
    deletedAt: null,
  });
  const verb = input.stance === 'supports' ? 'Claimed' : 'Disputed';
  const operationId = context.record.finish({
    name: 'causal.assert',
    summary: `${verb}: ${shorten(from.text, 60)} ${input.relation} ${shorten(to.text, 60)}`,
    sessionId: session?.id ?? null,
    projectId: project.id,
  });
  const notes = [...project.notes, ...(session?.notes ?? [])];
  return { id, operationId, notes };
}

/** A person may take back any claim; an agent what it said itself. Whoever thinks otherwise disputes. */
function refuseOthers({ caller: { author } }: WriteContext, claim: CausalClaim): void {
  const isOwn = author.kind === claim.author.kind && author.name === claim.author.name;
  if (author.kind === 'person' || isOwn) return;
  throw new AppError({
    code: 'refused',
    message: `${claim.id} is what another said; nothing was changed.`,
    hint: `Say that it is not so: ${claim.relation === 'calls_for' ? 'pattern.assert' : 'causal.assert'} with stance disputes.`,
  });
}

/** Takes a claim back; what is taken back already stays so. */
export function retractClaim(context: WriteContext, id: string): { claim: CausalClaim; operationId: string | null } {
  const claim = requireClaim(context.db, id);
  refuseOthers(context, claim);
  context.record.update('claim', id, { deletedAt: claim.deletedAt ?? context.at });
  const operationId = context.record.finish({
    name: 'causal.retract',
    summary: `Retracted: ${shorten(claim.fromText, 60)} ${claim.relation} ${shorten(claim.toText, 60)}`,
    sessionId: claim.sessionId,
    projectId: claim.projectId,
  });
  return { claim: requireClaim(context.db, id), operationId };
}
