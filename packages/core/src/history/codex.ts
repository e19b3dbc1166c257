import * as z from 'zod';
import { typedWords, withoutInjected } from './injected.ts';
import type { Call, Edit, Reading, Result, SessionFacts, Step, TranscriptReader } from './steps.ts';
import { countUnknown } from './unknown.ts';

// Rollouts of Codex: `~/.codex/sessions/<date>/rollout-<time>-<id>.jsonl`. One genuine session and fixtures of 2026-01 to
// 2026-07 were seen; the oldest form without a wrapper is not read.

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

/** The command of a call to the shell: a text, or words after `bash -lc`. */
function commandOf(input: unknown): string | null {
  const { command, cmd } = (input ?? {}) as { command?: unknown; cmd?: unknown };
  const given = command ?? cmd;
  if (typeof given === 'string') return given;
  if (!Array.isArray(given)) return null;
  const words = given.map(string);
  return /^(?:.*\/)?(?:ba|z)?sh$/.test(words[0] ?? '') && words.length > 2 ? (words.at(-1) ?? null) : words.join(' ');
}

/** The first file of a patch, with what went and what came. */
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

const FAILED = /^(?:Exit code: |.*\bProcess exited with code )([1-9]\d*)\b|^Script failed/m;

type At = Pick<Call, 'line' | 'at' | 'chain'>;

function toCall(payload: Record<string, unknown>, at: At): Step[] {
  const id = string(payload.call_id);
  if (id === '') return [];
  const tool = string(payload.name);
  const text = string(payload.arguments ?? payload.input);
  const edit =
    /apply_patch/.test(tool) || text.includes('*** Begin Patch') ? patchOf(text.replaceAll('\\n', '\n')) : null;
  const command = edit === null && payload.arguments !== undefined ? commandOf(parsed(text)) : null;
  return [{ kind: 'call', id, tool, command, edit, about: '', ...at }];
}

function toResult(payload: Record<string, unknown>, at: At): Result[] {
  const id = string(payload.call_id);
  if (id === '') return [];
  const raw = textOf(payload.output);
  const inner = raw.startsWith('{')
    ? (parsed(raw) as { output?: unknown; metadata?: { exit_code?: unknown } } | null)
    : null;
  const text = withoutInjected(inner ? textOf(inner.output) : raw);
  const code = inner?.metadata?.exit_code;
  const failed = typeof code === 'number' ? code !== 0 : FAILED.test(text.slice(0, 400));
  return [{ kind: 'result', id, failed, text, rejection: null, isHarness: false, ...at }];
}

function toSteps(type: string, payload: Record<string, unknown>, at: At): Step[] {
  const kind = string(payload.type);
  if (type === 'event_msg' && kind === 'user_message') {
    const text = typedWords(string(payload.message));
    return text === null ? [] : [{ kind: 'prompt', text, ...at }];
  }
  if (type !== 'response_item') return [];
  if (kind === 'message' && payload.role === 'assistant') {
    const text = withoutInjected(textOf(payload.content));
    return text === '' ? [] : [{ kind: 'said', text, ...at }];
  }
  if (kind === 'function_call' || kind === 'custom_tool_call') return toCall(payload, at);
  if (kind === 'function_call_output' || kind === 'custom_tool_call_output') return toResult(payload, at);
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

const KNOWN = new Set(['session_meta', 'turn_context', 'response_item', 'event_msg', 'compacted', 'world_state']);

/** A reader of one rollout of Codex. */
export function codexReader(): TranscriptReader {
  const unknown = new Map<string, number>();
  let isOwn = false;
  return {
    versions: /^0\./,
    unknown,
    read(raw, number): Reading {
      const found = line.safeParse(raw);
      const type = found.success ? found.data.type : 'not a record';
      if (!found.success || !KNOWN.has(type)) {
        countUnknown(unknown, type);
        return { steps: [], facts: {} };
      }
      const { payload = {}, timestamp } = found.data;
      const at = { line: number, at: timestamp ?? null, chain: '' };
      // A child's rollout repeats the head of its parent's: the first one is its own.
      const facts = type === 'session_meta' && isOwn ? {} : factsOf(type, payload, timestamp);
      isOwn ||= type === 'session_meta';
      return { steps: toSteps(type, payload, at), facts };
    },
  };
}
