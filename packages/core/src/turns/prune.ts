import { AppError, type Caller, counted, MAX_PRUNED, type OutputOf, type ParsedInputOf } from '@twicewise/contract';
import {
  bytesOfTheirOwn,
  countPrunable,
  type PrunableTurn,
  type PruneRule,
  prunableTurns,
  type ReadableDb,
  readSettings,
} from '@twicewise/store';
import type { Context, WriteContext } from '../runtime/context.ts';
import { onlyOne } from '../runtime/only-one.ts';
import { isUnproved, onlyPerson } from '../runtime/person-only.ts';
import { findProjectIds } from '../runtime/references.ts';
import { sessionAsked } from './where.ts';

type Asked = ParsedInputOf<'turn.prune'>;
type Numbers = OutputOf<'turn.previewPrune'>['rule'];

const DAY = 86_400_000;

/** What is asked for, else what the settings say. */
function numbersOf(db: ReadableDb, { keepNewest, keepDays }: Pick<Asked, 'keepNewest' | 'keepDays'>): Numbers {
  const settings = readSettings(db);
  return {
    keepNewest: keepNewest ?? settings['turns.keepNewest'],
    keepDays: keepDays ?? settings['turns.keepDays'],
  };
}

/** Whether numbers prune anything. By default neither does: nothing is put aside unasked. */
const isRule = ({ keepNewest, keepDays }: Numbers) => keepNewest > 0 || keepDays > 0;

function withoutRule(): AppError {
  return new AppError({
    code: 'invalid_input',
    message: 'No rule says which turns to keep',
    effect: '; nothing was pruned.',
    hint: 'Name keepNewest or keepDays, or set turns.keepNewest or turns.keepDays (settings.set).',
  });
}

/** The session whose turns are pruned; undefined for all, which is for a person. Throws `refused`. */
function sessionOf(db: ReadableDb, asked: Asked, caller: Caller): string | undefined {
  if (!isUnproved(caller) && asked.sessionId === undefined) return undefined;
  const session = sessionAsked(db, asked, { caller });
  if (session === null) throw onlyPerson('prunes turns without naming their session');
  return session;
}

function ruleOf({ db, caller, now }: Context, asked: Asked, { keepNewest, keepDays }: Numbers): PruneRule {
  const session = sessionOf(db, asked, caller);
  return {
    keepNewest,
    keepSince: keepDays === 0 ? null : new Date(now() - keepDays * DAY).toISOString(),
    ...(session === undefined ? {} : { sessionIds: [session] }),
    ...(asked.projectId === undefined ? {} : { projectIds: findProjectIds(db, asked.projectId) }),
    sparesPersons: isUnproved(caller),
  };
}

function requiredRule(context: Context, asked: Asked): { numbers: Numbers; rule: PruneRule } {
  const numbers = numbersOf(context.db, asked);
  if (!isRule(numbers)) throw withoutRule();
  return { numbers, rule: ruleOf(context, asked, numbers) };
}

/** Implements `turn.previewPrune`. */
export function previewPrune(asked: Asked, context: Context): OutputOf<'turn.previewPrune'> {
  const { numbers, rule } = requiredRule(context, asked);
  const turns = prunableTurns(context.db, rule, Number.MAX_SAFE_INTEGER);
  return {
    rule: numbers,
    turns: turns.length,
    sessions: new Set(turns.map(({ sessionId }) => sessionId)).size,
    contextBytes: turns.reduce((sum, { contextBytes }) => sum + contextBytes, 0),
    freedBytes:
      turns.length === 0
        ? 0
        : bytesOfTheirOwn(
            context.db,
            turns.map(({ id }) => id),
          ),
  };
}

/** The one session that all turns belong to. */
function onlySession(turns: readonly PrunableTurn[]): string | null {
  return onlyOne(new Set(turns.map(({ sessionId }) => sessionId)));
}

/** Implements `turn.prune`. */
export function pruneTurns(asked: Asked, context: WriteContext): OutputOf<'turn.prune'> {
  const { rule } = requiredRule(context, asked);
  const turns = prunableTurns(context.db, rule, MAX_PRUNED);
  for (const { id } of turns) context.record.update('turn', id, { prunedAt: context.at });
  const summary = `Pruned the texts of ${counted(turns.length, 'turn')}`;
  const operationId = context.record.finish({ name: 'turn.prune', summary, sessionId: onlySession(turns) });
  return { pruned: turns.length, left: countPrunable(context.db, rule), operationId };
}

/** Whether the settings have a rule. */
export const hasRule = (db: ReadableDb): boolean => isRule(numbersOf(db, {}));
