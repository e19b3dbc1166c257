import { AppError, type ParsedInputOf, shorten } from '@twicewise/contract';
import type { WriteContext } from '../context.ts';
import { resolvePlace } from '../references.ts';
import { isPattern, textOf } from './cases.ts';

/** What a word on a pattern says. */
export interface PatternWords {
  kind: 'task' | 'error';
  trigger: string;
  action: string;
}

/** Throws `invalid_input` for words that are no pattern: they say nothing, or the action repeats its trigger. */
export function refuseEmpty({ kind, trigger, action }: PatternWords): void {
  if (isPattern({ kind, trigger: textOf(trigger), action: textOf(action) })) return;
  throw new AppError({
    code: 'invalid_input',
    message: 'That is no pattern; nothing was stored.',
    hint: 'Trigger and action each need two words that say something, at most 2,000 and 1,000 characters, and the action must not repeat the trigger.',
  });
}

/** Writes a word on a pattern down as a claim; answers its id. */
export function storeWord(
  context: WriteContext,
  input: ParsedInputOf<'pattern.assert'>,
  { kind, trigger, action }: PatternWords,
): { id: string; operationId: string | null; notes: string[] } {
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
    relation: 'calls_for',
    fromKind: kind,
    fromText: trigger,
    toKind: 'action',
    toText: action,
    basis: author.kind === 'person' ? 'asserted_by_human' : 'asserted_by_agent',
    note: input.note,
    authorKind: author.kind,
    authorName: author.name,
    createdAt: context.at,
    updatedAt: context.at,
    extra: {},
    deletedAt: null,
  });
  const verb = input.stance === 'supports' ? 'Asserted the pattern' : 'Said to be no pattern';
  const operationId = context.record.finish({
    name: 'pattern.assert',
    summary: `${verb}: ${shorten(trigger, 60)} → ${shorten(action, 60)}`,
    sessionId: session?.id ?? null,
    projectId: project.id,
  });
  return { id, operationId, notes: [...project.notes, ...(session?.notes ?? [])] };
}
