import {
  AppError,
  type CausalClaim,
  excerpt,
  NOTHING_CHANGED,
  type OperationName,
  RELATION_WORDS,
} from '@twicewise/contract';
import { getClaim, type ReadableDb } from '@twicewise/store';
import type { WriteContext } from './context.ts';
import { resolvePlace } from './references.ts';

// A claim is what an agent or a person says of an edge of the causal graph (ADR 20), or of a pattern (ADR 21).

/** One end of the relation that a claim is about. */
export interface End {
  kind: string;
  text: string;
}

/** A claim as its author gives it. */
export interface Given {
  projectId?: string | undefined;
  sessionId?: string | undefined;
  stance: CausalClaim['stance'];
  note: string;
}

export interface RecordedClaim {
  id: string;
  operationId: string | null;
  notes: string[];
}

/** What is done by a claim on what is known, in the log of operations. */
export const STANCE_VERBS: Record<Given['stance'], string> = { supports: 'Confirmed', disputes: 'Disputed' };

/** What a claim says, shortened, for the log of operations. */
export function claimText(from: string, relation: CausalClaim['relation'], to: string): string {
  const verb = relation === 'calls_for' ? '→' : RELATION_WORDS[relation];
  return `${excerpt(from, 60)} ${verb} ${excerpt(to, 60)}`;
}

/** Gets a claim. Throws `not_found`. */
export function requireClaim(db: ReadableDb, id: string): CausalClaim {
  const found = getClaim(db, id);
  if (found) return found;
  throw new AppError({
    code: 'not_found',
    message: `There is no claim with the id ${id}.`,
    hint: 'Take the id from the edge or the pattern that the claim is about (causal.edge, pattern.get).',
  });
}

/** Stores a claim. The operation that makes it names the entry in the operations log. */
export function recordClaim(
  context: WriteContext,
  given: Given,
  { relation, from, to }: { relation: CausalClaim['relation']; from: End; to: End },
  { name, summary }: { name: OperationName; summary: (projectId: string) => string },
): RecordedClaim {
  const { author } = context.caller;
  const agent = author.kind === 'agent' ? author.name : null;
  const { project, session } = resolvePlace(context, given, { agent, startedAt: context.at });
  const said = summary(project.id);
  const id = context.newId('claim');
  context.record.create('claim', id, {
    id,
    projectId: project.id,
    sessionId: session?.id ?? null,
    sourceId: null,
    sourcePointer: null,
    stance: given.stance,
    relation,
    fromKind: from.kind,
    fromText: from.text,
    toKind: to.kind,
    toText: to.text,
    basis: author.kind === 'person' ? 'asserted_by_human' : 'asserted_by_agent',
    note: given.note,
    authorKind: author.kind,
    authorName: author.name,
    createdAt: context.at,
    updatedAt: context.at,
    extra: {},
    deletedAt: null,
  });
  const sessionId = session?.id ?? null;
  const operationId = context.record.finish({ name, summary: said, sessionId, projectId: project.id });
  return { id, operationId, notes: [...project.notes, ...(session?.notes ?? [])] };
}

/** A person may retract any claim, an agent only its own. Others can dispute it instead. */
function refuseOthers({ caller: { author } }: WriteContext, claim: CausalClaim): void {
  const isOwn = author.kind === claim.author.kind && author.name === claim.author.name;
  if (author.kind === 'person' || isOwn) return;
  throw new AppError({
    code: 'refused',
    message: `${claim.id} is what another said`,
    effect: NOTHING_CHANGED,
    hint: `Dispute it: say that it is not so (${claim.relation === 'calls_for' ? 'pattern.assert' : 'causal.assert'} with stance disputes).`,
  });
}

/** Retracts a claim. Retracting it again has no effect. */
export function retractClaim(context: WriteContext, id: string): { claim: CausalClaim; operationId: string | null } {
  const claim = requireClaim(context.db, id);
  refuseOthers(context, claim);
  context.record.update('claim', id, { deletedAt: claim.deletedAt ?? context.at });
  const operationId = context.record.finish({
    name: 'causal.retract',
    summary: `Retracted: ${claimText(claim.fromText, claim.relation, claim.toText)}`,
    sessionId: claim.sessionId,
    projectId: claim.projectId,
  });
  return { claim: requireClaim(context.db, id), operationId };
}
