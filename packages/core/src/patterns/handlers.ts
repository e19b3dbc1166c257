import type { CausalClaim, OutputOf, ParsedInputOf } from '@twicewise/contract';
import { readSettings } from '@twicewise/store';
import { loadTokenCounter } from '../agent-text/tokens.ts';
import { requireClaim } from '../runtime/claims.ts';
import type { WriteContext } from '../runtime/context.ts';
import { task } from '../runtime/define-handler.ts';
import { recordAnswer } from '../runtime/exposures/record-answer.ts';
import { contextOf, type HandlersOf, type TaskContext } from '../runtime/handler.ts';
import { isAgentAtWork } from '../runtime/person-only.ts';
import { projectsSeen, type SearchPlace } from '../runtime/scope.ts';
import { isHeldBack } from '../runtime/told-states.ts';
import { type AskedPatterns, listPatterns, matchPatterns, patternDetails, requirePattern } from './answers.ts';
import { PATTERNS } from './pattern-index.ts';
import { countPattern, readerOf, readPatternText, toPattern } from './view.ts';
import { type PatternInput, refuseEmpty, storeWord } from './write.ts';

/** The patterns with everything committed so far, as the caller sees them. */
export async function askPatterns(
  place: Pick<SearchPlace, 'projectId' | 'everywhere'>,
  context: TaskContext,
): Promise<AskedPatterns> {
  const index = await context.services.index(PATTERNS);
  const within = contextOf(context);
  const { db } = within;
  const held = isAgentAtWork(context.caller) ? isHeldBack(db) : () => false;
  return { index, projects: projectsSeen(place, within), db, read: readerOf(db), isHeldBack: held };
}

/** The current state of the pattern that a claim is about. */
async function patternOf(claim: CausalClaim, context: TaskContext): Promise<OutputOf<'pattern.assert'>['pattern']> {
  const { index, db, read } = await askPatterns({ projectId: claim.projectId }, context);
  const [entry] = index.ofSource(claim.id);
  return entry ? toPattern(read, countPattern(entry, readSettings(db))) : null;
}

async function assertPattern(
  input: ParsedInputOf<'pattern.assert'>,
  context: TaskContext,
): Promise<OutputOf<'pattern.assert'>> {
  const { caller, services, once } = context;
  let { projectId } = input;
  let word: PatternInput;
  if (typeof input.pattern === 'string') {
    const asked = await askPatterns({ projectId, everywhere: !isAgentAtWork(caller) }, context);
    const entry = requirePattern(input.pattern, asked);
    const { kind, trigger, action } = readPatternText(asked.read, entry);
    word = { kind, trigger: trigger.text, action: action.text };
    // A claim about a pattern belongs to the pattern's project.
    projectId = entry.projectId;
  } else {
    word = input.pattern;
    refuseEmpty(word);
  }
  const write = (writing: WriteContext) => storeWord(writing, { ...input, projectId }, word);
  const { id, operationId, notes } = await services.write('pattern.assert', caller, write, once);
  const claim = requireClaim(services.db(), id);
  return { claim, pattern: await patternOf(claim, context), operationId, notes };
}

export const patternHandlers: HandlersOf<'pattern.list' | 'pattern.get' | 'pattern.match' | 'pattern.assert'> = {
  'pattern.list': task(async (input, context) => listPatterns(input, await askPatterns(input, context))),
  'pattern.get': task(async (input, context) => patternDetails(input.id, await askPatterns(input, context))),
  'pattern.match': task(async (input, context) => {
    // Load the tokenizer first: after this await, patterns are read from the file as it is at that moment.
    const count = await loadTokenCounter();
    const asked = await askPatterns(input, context);
    const answer = matchPatterns(input, asked, count);
    const { text: question, projectId } = input;
    recordAnswer(context, { operation: 'pattern.match', question, projectId, lessons: [], tokens: answer.tokens });
    return answer;
  }),
  'pattern.assert': task(assertPattern),
};
