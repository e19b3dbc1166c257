import type { OutputOf, ParsedInputOf } from '@twicewise/contract';
import { loadTokenCounter } from '../agent-text/tokens.ts';
import { queryWords } from '../lessons/search.ts';
import type { TaskContext } from '../runtime/handler.ts';
import { sessionsAsked } from '../sessions/episodes/sessions-asked.ts';
import { sessionForms, sessionLines } from './session-lines.ts';

type SearchInput = ParsedInputOf<'reflection.search'>;

/** Tokens for sessions beside lessons: enough for three short ones, or one with everything about the question. */
const ROOM = 700;
/** Sessions searched per session shown, because some have no episode. */
const FOUND_PER_TOLD = 2;

/** True when a filter applies to lessons only, such as outcome, tag or session. */
function asksForLessonsOnly({ projectId, taskDescription, taskKeywords, ...rest }: SearchInput): boolean {
  const { everywhere, explain, prefix, limit, maxBytes, maxTokens, sessions, maybe, deleted, ...filters } = rest;
  return deleted === 'only' || Object.values(filters).some((filter) => filter !== undefined);
}

/** Earlier sessions related to a search, unless its filters exclude them. */
export async function sessionsBeside(
  input: SearchInput,
  task: TaskContext,
): Promise<NonNullable<OutputOf<'reflection.search'>['sessions']>> {
  const { projectId, everywhere, sessions: most = 0 } = input;
  const question = queryWords(input);
  if (most === 0 || asksForLessonsOnly(input)) return [];
  const place = { projectId, everywhere, limit: FOUND_PER_TOLD * most };
  const { episodes } = await sessionsAsked(question, place, task);
  const withProject = new Set(episodes.map((episode) => episode.projectId)).size > 1;
  const forms = sessionForms(episodes.slice(0, most), question, withProject, await loadTokenCounter());
  return sessionLines(forms, ROOM).map(({ of, text }) => ({ ...of, line: text }));
}
