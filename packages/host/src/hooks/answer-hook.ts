import { isAbsolute, relative } from 'node:path';
import { AppError, type Caller, type Dispatch, type OutputOf, PRODUCT } from '@twicewise/contract';
import { currentBranch, resolveFolderSoon } from '@twicewise/memory/host-side';
import type { AgentSessions } from './agent-sessions.ts';
import { callIfStuck } from './calls.ts';
import type { CopiedSessions } from './copied-sessions.ts';
import type { HookCall, HookEvent, HookFormat } from './format.ts';
import { FORMATS } from './formats.ts';
import { PING } from './ping.ts';
import type { RefusedCalls } from './refused-calls.ts';

/** What the process of a hook sends to the host. */
export interface HookRequest {
  /** Kind of the agent that runs the hook. */
  agent: string;
  /** The parsed standard input of the hook. */
  payload: unknown;
  /** Name of the project, if the hook was set up with one. */
  project: string | null;
  /** Folder in which the agent was started, if its program names it. */
  projectFolder: string | null;
  /** Id of the process that started the hook: the agent's own, which also started its bridge. */
  parent: number | null;
  /** False if the program states that no person is watching. */
  attended: boolean;
  /** Idempotency key, because the hook asks again when the host changes. */
  key: string;
}

function isWithin(folder: string, parent: string): boolean {
  const way = relative(parent, folder);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way));
}

/** The folder that determines the project. An agent moves between subfolders, so the one it was started in comes first. */
function folderOf({ cwd }: HookEvent, projectFolder: string | null): string | null {
  if (cwd === null) return projectFolder;
  return projectFolder !== null && isWithin(cwd, projectFolder) ? projectFolder : cwd;
}

async function callerOf(
  event: HookEvent,
  { agent }: HookFormat,
  { project, projectFolder }: HookRequest,
): Promise<Caller> {
  const folder = folderOf(event, projectFolder);
  const found = folder === null ? null : { folder: await resolveFolderSoon(folder) };
  return {
    door: 'hook',
    author: { kind: 'agent', name: agent },
    client: `${agent} hook`,
    session: event.session,
    ...(event.subagent === null ? {} : { subagent: event.subagent }),
    project: project === null ? found : { reference: project },
  };
}

const FAILED: ReadonlySet<string> = new Set(['tool_failure', 'stuck']);
const isFailure = ({ call }: HookEvent) => call?.name === 'memory.remind' && FAILED.has(call.input.occasion);

/**
 * The moment at which the session is captured, if it is. After a failure too: what a session has tried is known only from its
 * transcript, and its turn may last for hours. How often it is read is limited by the time that takes.
 */
const momentOf = (event: HookEvent) => event.capture ?? (isFailure(event) && event.subagent === null ? 'turn' : null);

/** Requests the capture of the session. A failure does not concern the agent; a host that is ending is not asked again. */
async function handOver(event: HookEvent, { agent }: HookFormat, caller: Caller, dispatch: Dispatch): Promise<void> {
  const { session, transcript } = event;
  const moment = momentOf(event);
  if (moment === null || transcript === null) return;
  const input = { agent, sessionId: session, transcript, moment };
  const envelope = await dispatch({ name: 'session.capture', input, caller });
  if (!envelope.ok && envelope.error.code === 'unavailable') throw new AppError(envelope.error);
}

/** The text to tell; null for none. Throws `unavailable` when another host must be asked. */
async function ask(call: HookCall, caller: Caller, key: string, dispatch: Dispatch): Promise<string | null> {
  const envelope = await dispatch({ ...call, caller, key });
  // The host is ending: the hook asks the next one, with the same key.
  if (!envelope.ok && envelope.error.code === 'unavailable') throw new AppError(envelope.error);
  if (!envelope.ok || call.name !== 'memory.remind') return null;
  return (envelope.value as OutputOf<'memory.remind'>).text;
}

/** Tells the memory which session this one is a copy of, as soon as that is known and before anything is chosen for it. */
async function noteOriginal(
  event: HookEvent,
  format: HookFormat,
  { key }: HookRequest,
  caller: Caller,
  copies: CopiedSessions,
  dispatch: Dispatch,
): Promise<void> {
  const forkedFrom = await copies.originalOf(event, format);
  if (forkedFrom === null) return;
  await ask(
    { name: 'memory.remind', input: { occasion: 'session_start', forkedFrom } },
    caller,
    `${key} copy`,
    dispatch,
  );
  copies.settle(event.session);
}

/** What to ask for an event, in this order. After a failure first whether the agent goes round in circles. */
function callsFor(event: HookEvent, refused: RefusedCalls): readonly (HookCall | null)[] {
  const { before = [], call, session, subagent } = event;
  if (!isFailure(event)) return [...before, call];
  const isRefused = call?.name === 'memory.remind' && call.input.occasion === 'stuck';
  const rest = isRefused ? [] : [call];
  if (subagent !== null) return [...before, ...rest];
  const words = (isRefused && call.input.text) || '';
  return [...before, callIfStuck(words !== '' && refused.isAgain(session, words) ? words : ''), ...rest];
}

/** The call with what only the host knows: whether somebody reads along, and at a start the branch of the folder. */
async function completed(call: HookCall, { project }: Caller, attended: boolean): Promise<HookCall> {
  if (call.name !== 'memory.remind') return call;
  const input = attended ? call.input : { ...call.input, attended };
  const folder = project !== null && 'folder' in project ? project.folder : null;
  // A folder without a key did not answer, or is no project.
  if (input.occasion !== 'session_start' || folder === null || folder.key === null) return { ...call, input };
  const branch = await currentBranch(folder.root);
  return { ...call, input: branch === null ? input : { ...input, branch } };
}

/** The texts to tell for an event, one for each call. */
async function tell(
  event: HookEvent,
  { key, attended }: HookRequest,
  caller: Caller,
  dispatch: Dispatch,
  refused: RefusedCalls,
): Promise<string[]> {
  const texts: string[] = [];
  for (const call of callsFor(event, refused)) {
    if (call === null) continue;
    const occasion = call.name === 'memory.remind' ? call.input.occasion : call.name;
    const text = await ask(await completed(call, caller, attended), caller, `${key} ${occasion}`, dispatch);
    if (text !== null) texts.push(text);
  }
  return texts;
}

/** What the host remembers from one hook to the next. */
export interface HookMemory {
  sessions: AgentSessions;
  copies: CopiedSessions;
  refused: RefusedCalls;
}

/**
 * Answers a hook with the document to print, or null to print nothing: for unknown events, failures, or when there is nothing
 * worth telling. A hook must never hinder the agent. Throws `unavailable` when another host must be asked.
 */
export async function answerHook(
  request: HookRequest,
  dispatch: Dispatch,
  { sessions, copies, refused }: HookMemory,
): Promise<object | null> {
  const format = FORMATS.find(({ agent }) => agent === request.agent);
  if (!format) return null;
  if ((request.payload as { hook_event_name?: unknown } | null)?.hook_event_name === PING) {
    return { product: PRODUCT.name, version: PRODUCT.version };
  }
  const event = format.read(request.payload);
  if (!event) return null;
  const caller = await callerOf(event, format, request);
  // A caller without a project would be told the lessons of all projects.
  if (caller.project === null) return null;
  if (request.parent !== null) sessions.note(request.parent, caller.project, event.session);
  if (event.call?.name === 'session.end') sessions.forget(event.session);
  // A session belongs to the folder in which it was started, wherever its agent works now.
  const started = { ...event, cwd: request.projectFolder ?? event.cwd };
  const isElsewhere = folderOf(event, request.projectFolder) !== folderOf(started, request.projectFolder);
  const owner = isElsewhere ? await callerOf(started, format, request) : caller;
  await noteOriginal(event, format, request, caller, copies, dispatch);
  const handedOver = handOver(event, format, owner, dispatch);
  // What an agent is asked at the end of its turn depends on the captured transcript. Other events need not wait for the capture.
  if (event.capture === 'turn') await handedOver;
  const [texts] = await Promise.all([tell(event, request, caller, dispatch, refused), handedOver]);
  return texts.length === 0 ? null : format.answer(event.event, texts.join('\n\n'));
}
