import type { OutputOf, ParsedInputOf } from '@twicewise/contract';
import { loadTokenCounter } from '../agent-text/tokens.ts';
import { queryWords } from '../lessons/search.ts';
import type { TaskContext } from '../runtime/handler.ts';
import { sessionsAsked } from '../sessions/episodes/sessions-asked.ts';
import { sessionForms, sessionLines } from './session-lines.ts';

type SearchInput = ParsedInputOf<'reflection.search'>;

/** Tokens that sessions may take beside lessons: three in a few words, or one with all that it knows of the question. */
const ROOM = 700;
/** Sessions found for one that is told: of some there is no episode. */
const FOUND_PER_TOLD = 2;

/** True where lessons are asked for that a session cannot be: of an outcome, a tag, a session. */
function asksForLessonsOnly({ projectId, taskDescription, taskKeywords, ...rest }: SearchInput): boolean {
  const { everywhere, explain, prefix, limit, maxBytes, maxTokens, sessions, maybe, deleted, ...filters } = rest;
  return deleted === 'only' || Object.values(filters).some((filter) => filter !== undefined);
}

/** Earlier sessions that had to do with what is searched for, as far as the search asks for them. */
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
