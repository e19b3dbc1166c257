import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, type Server } from '@modelcontextprotocol/server';
import {
  type Caller,
  type Dispatch,
  type Envelope,
  flatName,
  isId,
  MAX_PAGE,
  type OutputOf,
  PRODUCT,
  type Project,
} from '@twicewise/contract';
import { renderFailure } from '@twicewise/tool-answers';
import type { Offering } from './server-profile.ts';
import { toldText } from './tool-result.ts';

/** Most projects whose summaries are listed; others are reached by their address. */
const MAX_LISTED = 50;
const MIME = 'text/plain';

const LESSON = new RegExp(`^${PRODUCT.scheme}://lesson/([^/]{1,100})$`);
const SUMMARY = new RegExp(`^${PRODUCT.scheme}://project/([^/]{1,100})/summary$`);

/** Address of a lesson. */
export function lessonUri(id: string): string {
  return `${PRODUCT.scheme}://lesson/${id}`;
}

/** Address of the summary of a project. */
export function summaryUri(projectId: string): string {
  return `${PRODUCT.scheme}://project/${projectId}/summary`;
}

/** The kinds of resources that are offered. */
export const RESOURCE_TEMPLATES = [
  { uriTemplate: lessonUri('{id}'), name: 'lesson', description: 'One lesson by its id', mimeType: MIME },
  {
    uriTemplate: summaryUri('{id}'),
    name: 'project-summary',
    description: 'What commonly fails and what works in a project, by its id',
    mimeType: MIME,
  },
];

type Answered = Extract<Envelope, { ok: true }>;

/** The answer; null where there is no such thing. */
async function answerTo(dispatch: Dispatch, name: string, input: object, caller: Caller): Promise<Answered | null> {
  const answer = await dispatch({ name, input, caller });
  if (answer.ok) return answer;
  if (answer.error.code === 'not_found') return null;
  throw new ProtocolError(ProtocolErrorCode.InternalError, renderFailure(answer.error));
}

async function ask<T>(dispatch: Dispatch, name: string, input: object, caller: Caller): Promise<T | null> {
  const answer = await answerTo(dispatch, name, input, caller);
  return answer && (answer.value as T);
}

/** The text of an answer for the agent; null where there is no such thing. */
async function told(dispatch: Dispatch, name: string, input: object, caller: Caller): Promise<string | null> {
  const answer = await answerTo(dispatch, name, input, caller);
  return answer && toldText(name, answer);
}

/** True for the agent's own project, the only one that is listed. Another one can be read by its address. */
function isOwn({ project }: Caller, { id, nativeId, gitCommonDir }: Project): boolean {
  if (project === null) return false;
  if ('reference' in project) return [id, nativeId].includes(project.reference);
  return project.folder.key !== null && project.folder.key === gitCommonDir;
}

async function listed(dispatch: Dispatch, caller: Caller) {
  const isAgent = caller.author.kind === 'agent';
  // An agent's own project is looked for among as many as one page holds, the most recently active first.
  const input = { limit: isAgent ? MAX_PAGE : MAX_LISTED };
  const page = await ask<OutputOf<'project.list'>>(dispatch, 'project.list', input, caller);
  const shown = (page?.items ?? []).filter((project) => !isAgent || isOwn(caller, project));
  return shown.map(({ id, name }) => ({
    uri: summaryUri(id),
    name: `summary of ${flatName(name)}`,
    description: 'What commonly fails and what works there',
    mimeType: MIME,
  }));
}

async function textOf(dispatch: Dispatch, uri: string, caller: Caller): Promise<string | null> {
  const lesson = LESSON.exec(uri)?.[1];
  if (lesson !== undefined && isId('reflection', lesson)) {
    return told(dispatch, 'reflection.get', { id: lesson }, caller);
  }
  const project = SUMMARY.exec(uri)?.[1];
  if (project === undefined || !isId('project', project)) return null;
  const known = await ask(dispatch, 'project.get', { id: project }, caller);
  if (known === null) return null;
  return told(dispatch, 'reflection.summary', { projectId: project }, caller);
}

/** Offers lessons and project summaries as resources, fenced like every stored text that an agent gets. */
export function offerResources(server: Server, { dispatch, callerOf }: Offering): void {
  server.setRequestHandler('resources/list', async (_request, context) => ({
    resources: await listed(dispatch, callerOf(context)),
  }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: RESOURCE_TEMPLATES }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    const text = await textOf(dispatch, uri, callerOf(context));
    if (text === null) throw new ResourceNotFoundError(uri);
    return { contents: [{ uri, mimeType: MIME, text }] };
  });
}
