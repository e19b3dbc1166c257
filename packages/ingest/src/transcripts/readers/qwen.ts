import * as z from 'zod';
import type { Call, Reading, Result, SessionFacts, Step, TranscriptReader } from '../steps.ts';
import { type At, toCall } from './gemini.ts';
import { typedWords, withoutInjected } from './injected.ts';
import { unwrapShellOutput } from './shell-output.ts';
import { countUnknown } from './unknown.ts';

// Chats of Qwen Code: `~/.qwen/projects/<folder>/chats/<session>.jsonl`. Shapes seen in 0.24.4; its names of record types are those
// of its own table (`user`, `assistant`, `tool_result`, `system`). Every field may be missing.

const part = z.looseObject({
  text: z.string().optional(),
  thought: z.boolean().optional(),
  functionCall: z
    .looseObject({ id: z.string().optional(), name: z.string().optional(), args: z.unknown().optional() })
    .optional(),
  functionResponse: z
    .looseObject({ id: z.string().optional(), name: z.string().optional(), response: z.unknown().optional() })
    .optional(),
});
type Part = z.infer<typeof part>;

const record = z.looseObject({
  type: z.string(),
  subtype: z.string().optional(),
  provenance: z.string().optional(),
  timestamp: z.string().optional(),
  sessionId: z.string().optional(),
  version: z.string().optional(),
  cwd: z.string().optional(),
  gitBranch: z.string().optional(),
  /** Set in chats of subagents, which lie in a folder of their own. */
  isSidechain: z.boolean().optional(),
  agentId: z.string().optional(),
  /** In the chat of a branch: where the record was copied from. */
  forkedFrom: z.unknown().optional(),
  message: z.looseObject({ parts: z.array(part).optional() }).optional(),
  toolCallResult: z.looseObject({ status: z.string().optional() }).optional(),
});
type Entry = z.infer<typeof record>;

const SHELL = 'run_shell_command';
/** What a hook put into a prompt, ours among them. */
const FROM_HOOKS = /<qwen:user-prompt-submit-context>[\s\S]*?(?:<\/qwen:user-prompt-submit-context>|$)/g;

const string = (value: unknown): string => (typeof value === 'string' ? value : '');

function callsIn({ functionCall }: Part, at: At): Call[] {
  const { id, name = '', args } = functionCall ?? {};
  return id === undefined ? [] : [toCall({ id, name, args }, at)];
}

/** Tools whose calls the program itself refuses when they do not fit the file. */
const EDITS: ReadonlySet<string> = new Set(['edit', 'write_file']);

function toResult({ functionResponse }: Part, status: string | undefined, at: At): Result[] {
  const { id, name = '', response } = functionResponse ?? {};
  if (id === undefined) return [];
  const { output, error } = (response ?? {}) as { output?: unknown; error?: unknown };
  const answer = string(output ?? error);
  const shell = name === SHELL ? unwrapShellOutput(answer) : null;
  const failed = status === 'error' || error !== undefined || (shell?.exitCode ?? 0) !== 0;
  // A person did not allow the call, or stopped it: the program keeps no words of theirs.
  const rejection = status === 'cancelled' ? '' : null;
  const isUnended = name === SHELL && shell === null && !failed;
  const isHarness = isUnended || (failed && EDITS.has(name));
  const text = withoutInjected(shell?.text ?? answer);
  return [{ kind: 'result', id, failed, text, rejection, isHarness, ...at }];
}

function isTyped({ subtype, provenance = 'real_user' }: Entry): boolean {
  return provenance === 'real_user' && (subtype === undefined || subtype === 'mid_turn_user_message');
}

function userSteps(entry: Entry, parts: readonly Part[], at: At): Step[] {
  if (!isTyped(entry)) return [];
  const text = typedWords(parts.map(({ text: words = '' }) => words.replace(FROM_HOOKS, '')).join('\n'));
  return text === null ? [] : [{ kind: 'prompt', text, ...at }];
}

function assistantSteps(parts: readonly Part[], at: At): Step[] {
  return parts.flatMap((one): Step[] => {
    if (one.functionCall) return callsIn(one, at);
    const text = one.thought === true ? '' : withoutInjected(one.text ?? '');
    return text === '' ? [] : [{ kind: 'said', text, ...at }];
  });
}

function stepsOf(entry: Entry, at: At, count: (type: string) => void): Step[] {
  const { type, message, toolCallResult } = entry;
  const parts = message?.parts ?? [];
  if (type === 'user') return userSteps(entry, parts, at);
  if (type === 'assistant') return assistantSteps(parts, at);
  if (type === 'tool_result') return parts.flatMap((one) => toResult(one, toolCallResult?.status, at));
  if (type !== 'system') count(type);
  return [];
}

function factsOf({ sessionId, version, cwd, gitBranch, timestamp }: Entry): Partial<SessionFacts> {
  const facts = { nativeId: sessionId, version, cwd, branch: gitBranch || undefined, endedAt: timestamp };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/** A reader of one chat of Qwen Code. */
export function qwenReader(): TranscriptReader {
  const unknown = new Map<string, number>();
  const count = (type: string) => countUnknown(unknown, type);
  return {
    versions: /^0\./,
    unknown,
    read(raw, line): Reading {
      const parsed = record.safeParse(raw);
      if (!parsed.success) {
        count('not a record');
        return { steps: [], facts: {} };
      }
      const entry = parsed.data;
      const chain = entry.isSidechain ? `agent ${entry.agentId ?? ''}` : '';
      const at: At = { line, at: entry.timestamp ?? null, chain };
      // A branch repeats records of the session that it began from; they belong there.
      if (entry.forkedFrom !== undefined) return { steps: [], facts: { nativeId: entry.sessionId ?? null } };
      return { steps: stepsOf(entry, at, count), facts: factsOf(entry) };
    },
  };
}
