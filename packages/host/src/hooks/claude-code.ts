import { PRODUCT, shorten, withoutReminders } from '@twicewise/contract';
import { tellingLines } from '@twicewise/core/host-side';
import * as z from 'zod';
import type { HookCall, HookFormat } from './format.ts';

// Hooks of Claude Code: what it writes to a hook's standard input, and what it takes from its standard output. Known from
// its SDK's types (0.3.329) and documentation (code.claude.com/docs/en/hooks); unknown fields and events are left alone. A
// command that exits with anything but 0 raises PostToolUseFailure, never PostToolUse (anthropics/claude-code#29799).

const common = {
  session_id: z.string().min(1).max(512),
  cwd: z.string().max(4096).optional(),
};

const event = z.discriminatedUnion('hook_event_name', [
  z.object({ ...common, hook_event_name: z.literal('SessionStart'), source: z.string().default('startup') }),
  z.object({
    ...common,
    hook_event_name: z.literal('UserPromptSubmit'),
    prompt: z.string(),
    source: z.string().default('user'),
  }),
  z.object({
    ...common,
    hook_event_name: z.literal('PostToolUseFailure'),
    tool_name: z.string(),
    tool_input: z.unknown(),
    error: z.string().default(''),
    is_interrupt: z.boolean().default(false),
  }),
  z.object({ ...common, hook_event_name: z.literal('SessionEnd') }),
]);
type Event = z.infer<typeof event>;
type Failure = Extract<Event, { hook_event_name: 'PostToolUseFailure' }>;

/** Of the ways a session starts: the context is empty, was emptied, or (resumed, forked) still holds what it was told. */
const STARTS: Readonly<Record<string, 'session_start' | 'context_cut'>> = {
  startup: 'session_start',
  clear: 'context_cut',
  compact: 'context_cut',
};

/** Where a prompt comes from that a person or program wrote for the agent; others are the harness talking to itself. */
const PROMPT_SOURCES: ReadonlySet<string> = new Set(['user', 'sdk']);

/** What the harness says of its own rules: no knowledge about a project. */
const HARNESS_ERROR =
  /<tool_use_error>|user doesn't want to proceed|Sibling tool call errored|^(?:Error: )?(?:File (?:does not exist|has not been read yet)|String to replace not found)/;

/** Longest part of a prompt that is looked for, in UTF-16 units: pasted logs tell no more in their megabytes. */
const MAX_PROMPT = 20_000;
/** Longest part of a failed call and of its error that is looked for, in UTF-16 units. */
const MAX_CALL = 400;
const MAX_ERROR = 600;
/** Part of an error that is looked at, and lines taken from it. */
const MAX_LOOKED = 65_536;
const TELLING_LINES = 4;

/** What a call was about: its command or file, else its short texts. */
function callText(input: unknown): string {
  if (input === null || typeof input !== 'object') return '';
  const { command, file_path: path } = input as { command?: unknown; file_path?: unknown };
  if (typeof command === 'string') return shorten(command, MAX_CALL);
  if (typeof path === 'string') return shorten(path, MAX_CALL);
  const texts = Object.values(input).filter((value) => typeof value === 'string' && value.length < 200);
  return shorten(texts.join(' '), MAX_CALL);
}

/** The lines of an error that tell what went wrong, the rules of drafts choose the same ones. */
function errorText(error: string): string {
  const looked = withoutReminders(shorten(error, MAX_LOOKED));
  return shorten(tellingLines(looked, TELLING_LINES).join('\n'), MAX_ERROR);
}

function failure({ tool_name: tool, tool_input: input, error, is_interrupt: isInterrupt }: Failure): HookCall | null {
  const isOwnTool = tool.startsWith(`mcp__${PRODUCT.mcpKey}`);
  if (isInterrupt || isOwnTool || HARNESS_ERROR.test(error)) return null;
  const text = `${callText(input)}\n${errorText(error)}`.trim();
  return text === '' ? null : { name: 'memory.remind', input: { occasion: 'tool_failure', text } };
}

function prompt({ prompt: typed, source }: Extract<Event, { hook_event_name: 'UserPromptSubmit' }>): HookCall | null {
  if (!PROMPT_SOURCES.has(source)) return null;
  // A slash command is no word of the task; what follows it may be.
  const text = shorten(
    withoutReminders(typed)
      .trimStart()
      .replace(/^\/\S+/, ''),
    MAX_PROMPT,
  ).trim();
  return text === '' ? null : { name: 'memory.remind', input: { occasion: 'prompt', text } };
}

function toCall(found: Event): HookCall | null {
  switch (found.hook_event_name) {
    case 'SessionStart': {
      const occasion = STARTS[found.source];
      return occasion ? { name: 'memory.remind', input: { occasion } } : null;
    }
    case 'UserPromptSubmit':
      return prompt(found);
    case 'PostToolUseFailure':
      return failure(found);
    case 'SessionEnd':
      return { name: 'session.end', input: { sessionId: found.session_id } };
  }
}

/** The hooks of Claude Code. */
export const claudeCode: HookFormat = {
  agent: 'claude-code',
  read(payload) {
    const parsed = event.safeParse(payload);
    if (!parsed.success) return null;
    const { session_id: session, cwd = null } = parsed.data;
    return { event: parsed.data.hook_event_name, session, cwd, call: toCall(parsed.data) };
  },
  answer: (name, text) => ({ hookSpecificOutput: { hookEventName: name, additionalContext: text } }),
};
