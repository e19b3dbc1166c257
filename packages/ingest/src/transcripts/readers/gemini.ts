import * as z from 'zod';
import { shortHash } from '../../short-hash.ts';
import type { Call, Edit, Reading, Result, SessionFacts, Step, TranscriptReader } from '../steps.ts';
import { todoNews } from '../summary/todo-news.ts';
import { typedWords, withoutInjected } from './injected.ts';
import { unwrapShellOutput, withoutUntrustedMarks } from './shell-output.ts';
import { geminiTokens } from './tokens.ts';
import { countUnknown } from './unknown.ts';

// Chats of Gemini CLI: `~/.gemini/tmp/<project>/chats/session-<time>-<id>.jsonl`. Shapes seen in 0.61.0: a line about the
// session, then messages, which are repeated whenever they change, and `$set` for changes of the session. The single JSON
// document of older versions is not read. Chats of subagents lie in a subfolder and are skipped, because no person takes part in
// them.

const MAX_SEEN = 500_000;

const part = z.looseObject({ text: z.string().optional() });

const toolCall = z.looseObject({
  id: z.string(),
  name: z.string(),
  args: z.unknown().optional(),
  result: z.unknown().optional(),
  status: z.string().optional(),
  timestamp: z.string().optional(),
});
type ToolCall = z.infer<typeof toolCall>;

const message = z.looseObject({
  id: z.string(),
  type: z.string(),
  timestamp: z.string().optional(),
  content: z.union([z.string(), z.array(part)]).optional(),
  toolCalls: z.array(toolCall).optional(),
  tokens: z.unknown().optional(),
});
type Message = z.infer<typeof message>;

const about = z.looseObject({
  sessionId: z.string().optional(),
  startTime: z.string().optional(),
  lastUpdated: z.string().optional(),
  kind: z.string().optional(),
  messages: z.array(z.unknown()).optional(),
});
const change = z.looseObject({ $set: about });
const rewind = z.looseObject({ $rewindTo: z.string() });

/** Types of messages without steps: the program's own notices. */
const NO_STEPS = new Set(['info', 'warning', 'error']);
/** What the program tells the model about the machine before the first prompt. Only here is the folder named. */
const SESSION_CONTEXT = /^\s*<session_context>/;
const FOLDER = /^- \*\*Workspace Directories:\*\*\n {2}- (.{1,4096})$/m;
const SHELL = 'run_shell_command';

const string = (value: unknown): string => (typeof value === 'string' ? value : '');

function textOf(content: Message['content']): string {
  if (content === undefined || typeof content === 'string') return content ?? '';
  return content.map(({ text = '' }) => text).join('\n');
}

/** What a call edits, for the tools that edit files. */
function editOf(tool: string, fields: Record<string, unknown>): Edit | null {
  const path = string(fields.file_path);
  if (path === '') return null;
  if (tool === 'write_file') return { path, before: '', after: string(fields.content) };
  if (tool !== 'replace' && tool !== 'edit') return null;
  return { path, before: string(fields.old_string), after: string(fields.new_string) };
}

/** A tool's answer to the model: `output`, or `error` where it failed. */
function answerOf(result: unknown): string {
  const [first] = Array.isArray(result) ? (result as { functionResponse?: { response?: unknown } }[]) : [];
  const response = first?.functionResponse?.response as { output?: unknown; error?: unknown } | undefined;
  const text = string(response?.output ?? response?.error);
  return withoutUntrustedMarks(text);
}

/** Where in a transcript a call is. */
export type At = Pick<Call, 'line' | 'at' | 'chain'>;

/** A call of a tool. Programs that come of Gemini CLI have its tools and their fields. */
export function toCall({ id, name, args }: Pick<ToolCall, 'id' | 'name' | 'args'>, at: At): Call {
  const fields = (args ?? {}) as Record<string, unknown>;
  const command = name === SHELL && typeof fields.command === 'string' ? fields.command : null;
  const hashed = shortHash(JSON.stringify(fields));
  const todos = todoNews(name, fields);
  const call: Call = {
    kind: 'call',
    id,
    tool: name,
    args: hashed,
    command,
    edit: editOf(name, fields),
    about: '',
    ...at,
  };
  return todos ? { ...call, todos } : call;
}

function toResult(call: ToolCall, at: At): Result {
  const { id, name, status } = call;
  const answer = answerOf(call.result);
  const shell = name === SHELL ? unwrapShellOutput(answer) : null;
  // A person refused or stopped the call. The program does not keep what they said.
  const rejection = status === 'cancelled' ? '' : null;
  const failed = status === 'error' || (shell?.exitCode ?? 0) !== 0;
  // A command without its own output was stopped or is still running. For an edit, the program's own rules decide whether it
  // fits.
  const isUnended = name === SHELL && shell === null && status !== 'error';
  const isHarness = isUnended || (failed && editOf(name, (call.args ?? {}) as Record<string, unknown>) !== null);
  const text = withoutInjected(shell?.text ?? answer);
  return { kind: 'result', id, failed, text, rejection, isHarness, ...at, at: call.timestamp ?? at.at };
}

/** Reads the steps of one chat. From a repeated message it returns only what is new. */
class Chat {
  readonly #unknown: Map<string, number>;
  readonly #seen = new Set<string>();

  constructor(unknown: Map<string, number>) {
    this.#unknown = unknown;
  }

  read(raw: unknown, line: number): Reading {
    const found = message.safeParse(raw);
    if (!found.success) {
      countUnknown(this.#unknown, 'not a record');
      return { steps: [], facts: {} };
    }
    const { type, timestamp, content, toolCalls = [] } = found.data;
    const at: At = { line, at: timestamp ?? null, chain: '' };
    const facts = { ...(timestamp ? { endedAt: timestamp } : {}), ...folderIn(textOf(content)) };
    if (type === 'user') return { steps: this.#prompt(found.data, at), facts };
    if (type === 'gemini') {
      const said = withoutInjected(textOf(content));
      const words: Step[] =
        said !== '' && this.#isNew(`said ${found.data.id}`) ? [{ kind: 'said', text: said, ...at }] : [];
      const used = geminiTokens(found.data.tokens);
      const tokens = used > 0 && this.#isNew(`tokens ${found.data.id}`) ? used : 0;
      return { steps: [...words, ...toolCalls.flatMap((call) => this.#called(call, at))], facts, tokens };
    }
    if (!NO_STEPS.has(type)) countUnknown(this.#unknown, type);
    return { steps: [], facts: {} };
  }

  #prompt({ id, content }: Message, at: At): Step[] {
    const text = textOf(content);
    const words = SESSION_CONTEXT.test(text) ? null : typedWords(text);
    return words !== null && this.#isNew(`prompt ${id}`) ? [{ kind: 'prompt', text: words, ...at }] : [];
  }

  #called(call: ToolCall, at: At): Step[] {
    return this.#isNew(`call ${call.id}`) ? [toCall(call, at), toResult(call, at)] : [];
  }

  #isNew(name: string): boolean {
    const isNew = !this.#seen.has(name);
    if (isNew && this.#seen.size < MAX_SEEN) this.#seen.add(name);
    return isNew;
  }
}

function folderIn(text: string): Partial<SessionFacts> {
  const cwd = SESSION_CONTEXT.test(text) ? FOLDER.exec(text)?.[1] : undefined;
  return cwd === undefined ? {} : { cwd };
}

function factsOf({ sessionId, startTime, lastUpdated }: z.infer<typeof about>): Partial<SessionFacts> {
  const facts = { nativeId: sessionId, startedAt: startTime, endedAt: lastUpdated };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/** A reader of one chat of Gemini CLI. */
export function geminiReader(): TranscriptReader {
  const unknown = new Map<string, number>();
  const chat = new Chat(unknown);
  let isOfSubagent = false;
  return {
    versions: /^0\./,
    unknown,
    read(raw, line): Reading {
      const isMessage = raw !== null && typeof raw === 'object' && 'id' in raw;
      const changed = isMessage ? null : change.safeParse(raw);
      if (!isMessage && rewind.safeParse(raw).success) return { steps: [], facts: {} };
      const told = isMessage ? null : about.safeParse(changed?.success ? changed.data.$set : raw);
      const isAbout = told?.success === true && (changed?.success === true || told.data.sessionId !== undefined);
      if (isAbout && told.data.kind === 'subagent') isOfSubagent = true;
      if (isOfSubagent) return { steps: [], facts: {} };
      if (!isAbout) return chat.read(raw, line);
      const readings = (told.data.messages ?? []).map((one) => chat.read(one, line));
      const facts = Object.assign({}, ...readings.map((one) => one.facts), factsOf(told.data));
      const tokens = readings.reduce((sum, one) => sum + (one.tokens ?? 0), 0);
      return { steps: readings.flatMap(({ steps }) => steps), facts, tokens };
    },
  };
}
