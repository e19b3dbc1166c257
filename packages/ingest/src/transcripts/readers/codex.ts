import * as z from 'zod';
import { shortHash } from '../../short-hash.ts';
import { forgetOldest } from '../forget-oldest.ts';
import type { Call, Edit, Reading, Result, SessionFacts, Step, TranscriptReader } from '../steps.ts';
import { todoNews } from '../summary/todo-news.ts';
import { typedWords, withoutInjected } from './injected.ts';
import { codexTokens } from './tokens.ts';
import { countUnknown } from './unknown.ts';

// Rollouts of Codex: `~/.codex/sessions/<date>/rollout-<time>-<id>.jsonl`. Genuine sessions, one of 0.169.0, and fixtures
// of 2026-01 to 2026-07 were seen; the oldest form without a wrapper is not read.

const line = z.looseObject({
  type: z.string(),
  timestamp: z.string().optional(),
  payload: z.looseObject({ type: z.string().optional() }).optional(),
});

const string = (value: unknown): string => (typeof value === 'string' ? value : '');

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  return value.map((part: { text?: unknown }) => string(part?.text)).join('\n');
}

/** The command of a shell call: a text, or the words after `bash -lc`. */
function commandOf(input: unknown): string | null {
  const { command, cmd } = (input ?? {}) as { command?: unknown; cmd?: unknown };
  const given = command ?? cmd;
  if (typeof given === 'string') return given;
  if (!Array.isArray(given)) return null;
  const words = given.map(string);
  return /^(?:.*\/)?(?:ba|z)?sh$/.test(words[0] ?? '') && words.length > 2 ? (words.at(-1) ?? null) : words.join(' ');
}

/** The first file of a patch, with the removed and the added text. */
function patchOf(text: string): Edit | null {
  const path = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/m.exec(text)?.[1];
  if (path === undefined) return null;
  const lines = text.split('\n');
  const side = (sign: string) =>
    lines
      .filter((one) => one.startsWith(sign) && !one.startsWith(`${sign}${sign}${sign}`))
      .map((one) => one.slice(1))
      .join('\n');
  return { path: path.trim(), before: side('-'), after: side('+') };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * What the program prints about a run before its output, which begins after `Output:`; and the part of it that says how the run
 * ended.
 */
const HEADER =
  /^(?:(?:Chunk ID|Wall time|Exit code|Original token count|Total output lines|Process|Script)\b[^\n]{0,200}\n+){0,8}?Output:(?:\n|$)/;
const EXIT_CODE = /^(?:Exit code:|Process exited with code) (-?\d{1,10})\b/m;
const SCRIPT_FAILED = /^Script failed/;
/** The run is not over. Its result is returned to a call of `write_stdin` with this session. */
const RUNNING = /^Process running with session ID (\d{1,10})\b/m;
/** A person refused the call, so it was never made. Codex does not keep what they said. */
const REJECTED = /^(?:exec command |patch )?rejected by user\.?$/;
/** The program does not know the tool, so nothing was done (seen in 0.169.0). */
const UNSUPPORTED = /^unsupported (?:custom tool )?call: /;
/** Maximum number of calls, and of unfinished runs, whose command is remembered. */
const MAX_OPEN = 200;

type At = Pick<Call, 'line' | 'at' | 'chain'>;

function toCall(payload: Record<string, unknown>, at: At, running: Running): Step[] {
  const id = string(payload.call_id);
  if (id === '') return [];
  const tool = string(payload.name);
  const text = string(payload.arguments ?? payload.input);
  const edit =
    /apply_patch/.test(tool) || text.includes('*** Begin Patch') ? patchOf(text.replaceAll('\\n', '\n')) : null;
  const given = payload.arguments === undefined ? null : parsed(text);
  const session = tool === 'write_stdin' ? (given as { session_id?: unknown } | null)?.session_id : undefined;
  const own = edit === null ? commandOf(given) : null;
  const command = session === undefined ? own : running.commandOf(String(session));
  running.called(id, command);
  const todos = todoNews(tool, given);
  const call: Call = { kind: 'call', id, tool, args: shortHash(text), command, edit, about: '', ...at };
  return [todos ? { ...call, todos } : call];
}

/**
 * Splits the program's wrapper from an output: how the run ended, and what it printed. The exit code is taken from the wrapper
 * only, never from the output.
 */
function unwrapped(raw: string): { text: string; code: number | null; session: string | null } {
  const inner = raw.startsWith('{')
    ? (parsed(raw) as { output?: unknown; metadata?: { exit_code?: unknown } } | null)
    : null;
  if (inner && inner.output !== undefined) {
    const code = inner.metadata?.exit_code;
    return { text: textOf(inner.output), code: typeof code === 'number' ? code : null, session: null };
  }
  const [header = ''] = HEADER.exec(raw) ?? [];
  // Without an output there is no line that ends the header.
  const [firstLine = ''] = raw.split('\n', 1);
  const said = header === '' ? firstLine : header;
  const code = EXIT_CODE.exec(said)?.[1] ?? (SCRIPT_FAILED.test(said) ? '1' : null);
  const session = RUNNING.exec(said)?.[1] ?? null;
  return { text: raw.slice(header.length), code: code === null ? null : Number(code), session };
}

function toResult(payload: Record<string, unknown>, at: At, running: Running): Result[] {
  const id = string(payload.call_id);
  if (id === '') return [];
  const { text: printed, code, session } = unwrapped(textOf(payload.output));
  const text = withoutInjected(printed);
  const rejection = REJECTED.test(text) ? '' : null;
  if (session !== null) running.goesOn(id, session);
  // A run that is not over has neither failed nor passed.
  const isHarness = session !== null;
  const failed = (code !== null && code !== 0) || UNSUPPORTED.test(text);
  return [{ kind: 'result', id, failed, text, rejection, isHarness, ...at }];
}

/** The command of an unfinished run, whose result comes with another call. */
interface Running {
  called(id: string, command: string | null): void;
  goesOn(id: string, session: string): void;
  commandOf(session: string): string | null;
}

function runningCommands(): Running {
  const calls = new Map<string, string | null>();
  const sessions = new Map<string, string | null>();
  return {
    called(id, command) {
      calls.set(id, command);
      forgetOldest(calls, MAX_OPEN);
    },
    goesOn(id, session) {
      sessions.set(session, calls.get(id) ?? null);
      forgetOldest(sessions, MAX_OPEN);
    },
    commandOf: (session) => sessions.get(session) ?? null,
  };
}

/** The prompt in an event: 0.169.0 writes an item, older versions a message. Null for other events. */
function promptIn(kind: string, { message, item }: Record<string, unknown>): string | null {
  if (kind === 'user_message') return string(message);
  const { type, content } = (item ?? {}) as { type?: unknown; content?: unknown };
  return kind === 'item_completed' && type === 'UserMessage' ? textOf(content) : null;
}

function toSteps(type: string, payload: Record<string, unknown>, at: At, running: Running): Step[] {
  const kind = string(payload.type);
  if (type === 'event_msg') {
    const text = typedWords(promptIn(kind, payload) ?? '');
    return text === null ? [] : [{ kind: 'prompt', text, ...at }];
  }
  if (type !== 'response_item') return [];
  if (kind === 'message' && payload.role === 'assistant') {
    const text = withoutInjected(textOf(payload.content));
    return text === '' ? [] : [{ kind: 'said', text, ...at }];
  }
  if (kind === 'function_call' || kind === 'custom_tool_call') return toCall(payload, at, running);
  if (kind === 'function_call_output' || kind === 'custom_tool_call_output') return toResult(payload, at, running);
  return [];
}

function factsOf(type: string, payload: Record<string, unknown>, timestamp: string | undefined): Partial<SessionFacts> {
  const ended = timestamp === undefined ? {} : { endedAt: timestamp };
  if (type !== 'session_meta') return ended;
  const git = payload.git as { branch?: unknown } | undefined;
  const facts = {
    nativeId: string(payload.id),
    version: string(payload.cli_version),
    cwd: string(payload.cwd),
    branch: string(git?.branch),
    startedAt: string(payload.timestamp),
  };
  return { ...ended, ...Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== '')) };
}

const KNOWN = new Set(
  'session_meta turn_context response_item event_msg compacted world_state token_usage_record'.split(' '),
);

/** An invalid time is neither before nor after another. */
const isBefore = (one: string, other: string) => Date.parse(one) < Date.parse(other);

/** A reader of one rollout of Codex. */
export function codexReader(): TranscriptReader {
  const unknown = new Map<string, number>();
  const running = runningCommands();
  const tokensOf = codexTokens();
  let isOwn = false;
  let promptsIn: string | null = null;
  let startedAt: string | null = null;
  return {
    versions: /^0\./,
    // 0.169.0 shows "Blocked by hook" on the screen.
    showsAsking: true,
    unknown,
    read(raw, number): Reading {
      const found = line.safeParse(raw);
      const type = found.success ? found.data.type : 'not a record';
      if (!found.success || !KNOWN.has(type)) {
        countUnknown(unknown, type);
        return { steps: [], facts: {} };
      }
      const { payload = {}, timestamp } = found.data;
      // Counted before what a fork repeats is left out, because the sums go on in the fork.
      const tokens = tokensOf({ type, payload });
      // A version that records each prompt in both forms means one prompt.
      const kind = string(payload.type);
      if (promptIn(kind, payload) !== null) promptsIn ??= kind;
      if (promptIn(kind, payload) !== null && promptsIn !== kind) return { steps: [], facts: {} };
      const at = { line: number, at: timestamp ?? null, chain: '' };
      // A subagent's rollout repeats its parent's head after its own, so only the first head counts.
      const facts = type === 'session_meta' && isOwn ? {} : factsOf(type, payload, timestamp);
      if (!isOwn && type === 'session_meta') [isOwn, startedAt] = [true, facts.startedAt ?? null];
      // What a fork repeats of its original session happened before the fork began, and belongs to that session.
      const isRepeated = timestamp !== undefined && startedAt !== null && isBefore(timestamp, startedAt);
      if (isRepeated) return { steps: [], facts: {} };
      const { turn_trigger: trigger } = (payload.turn_attribution ?? {}) as { turn_trigger?: unknown };
      const begun = typeof trigger === 'string' ? { isAttended: trigger !== 'exec' } : {};
      return { steps: toSteps(type, payload, at, running), facts, tokens, ...begun };
    },
  };
}
