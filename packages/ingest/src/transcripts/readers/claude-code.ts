import { shortHash } from '../../short-hash.ts';
import type { Call, Edit, Reading, Result, SessionFacts, Step, TranscriptReader } from '../steps.ts';
import { todoNews } from '../summary/todo-news.ts';
import { claudeDecisions } from './claude-decisions.ts';
import { ownRecords } from './claude-forks.ts';
import { type ContentBlock, type Entry, record } from './claude-records.ts';
import { typedWords, withoutInjected } from './injected.ts';
import { claudeTokens } from './tokens.ts';
import { countUnknown } from './unknown.ts';

// Transcripts of Claude Code: `~/.claude/projects/<folder>/<session>.jsonl`, and `subagents/agent-<id>.jsonl` beside them.
// Shapes seen in 2.0.64 to 2.1.42 and 2.1.330 (genuine) and 2.1.80 to 2.1.260 (fixtures). Every field may be missing.

/** Record types without steps: display, bookkeeping, and text injected by hooks (including ours). */
const NO_STEPS = new Set(
  (
    'progress file-history-snapshot file-history-delta system summary queue-operation pr-link attachment mode permission-mode ' +
    'atis-latch ai-title custom-title agent-name last-prompt worktree-state relocated frame-link cost-state started result ' +
    'api-request api-request-shape api-request-blob tools-used'
  ).split(' '),
);

const REJECTED = /^(?:Error: )?The user doesn't want to (?:proceed with|take) this (?:tool use|action)/;
const WORDS = /the user said:\n([\s\S]*)$/;
/** The program's own text in place of a person's answer, when a question of the agent stayed unanswered. */
const NO_WORDS = /^The user wants to clarify these questions/;
const HARNESS = /^<tool_use_error>|^Sibling tool call errored|^\[Request interrupted by user/;

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: { text?: unknown }) => (typeof part?.text === 'string' ? part.text : '')).join('\n');
}

const string = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What a call edits, for the tools that edit files. */
function editOf(tool: string, input: Record<string, unknown>): Edit | null {
  const path = string(input.file_path ?? input.notebook_path);
  if (path === '') return null;
  if (tool === 'Write') return { path, before: '', after: string(input.content) };
  if (tool === 'NotebookEdit') return { path, before: '', after: string(input.new_source) };
  if (tool === 'Edit') return { path, before: string(input.old_string), after: string(input.new_string) };
  if (tool !== 'MultiEdit' || !Array.isArray(input.edits)) return null;
  const edits = input.edits as { old_string?: unknown; new_string?: unknown }[];
  const join = (pick: (edit: (typeof edits)[number]) => unknown) => edits.map((edit) => string(pick(edit))).join('\n');
  return { path, before: join((edit) => edit?.old_string), after: join((edit) => edit?.new_string) };
}

/** The heading of a plan, or the description of a subagent's task. */
function aboutOf({ plan, description }: Record<string, unknown>): string {
  const heading =
    string(plan)
      .split('\n')
      .find((text) => text.trim() !== '') ?? '';
  return heading === '' ? string(description) : heading.replace(/^#+\s*(?:Plan:\s*)?/, '').trim();
}

type At = Pick<Call, 'line' | 'at' | 'chain'>;

function toCall({ id, name = '', input }: ContentBlock, at: At): Call[] {
  if (id === undefined || input === null || typeof input !== 'object') return [];
  const fields = input as Record<string, unknown>;
  const command = name === 'Bash' && typeof fields.command === 'string' ? fields.command : null;
  const args = shortHash(JSON.stringify(input));
  const about = aboutOf(fields);
  const todos = todoNews(name, input);
  const call: Call = { kind: 'call', id, tool: name, args, command, edit: editOf(name, fields), about, ...at };
  return [todos ? { ...call, todos } : call];
}

function toResult({ tool_use_id: id, is_error: isError, content }: ContentBlock, at: At): Result[] {
  if (id === undefined) return [];
  const text = withoutInjected(textOf(content));
  const isRejected = REJECTED.test(text);
  const words = isRejected ? (WORDS.exec(text)?.[1] ?? '').trim() : null;
  const rejection = words !== null && NO_WORDS.test(words) ? '' : words;
  return [
    {
      kind: 'result',
      id,
      failed: isError === true,
      text,
      rejection,
      isHarness: !isRejected && HARNESS.test(text),
      ...at,
    },
  ];
}

function isTyped({ isMeta, isCompactSummary, isSidechain, origin }: Entry): boolean {
  if (isMeta || isCompactSummary || isSidechain) return false;
  return origin?.kind === undefined || origin.kind === 'human';
}

function userSteps(entry: Entry, content: string | readonly ContentBlock[], at: At): Step[] {
  const blocks: readonly ContentBlock[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return blocks.flatMap((part): Step[] => {
    if (part.type === 'tool_result') return toResult(part, at);
    const text = part.type === 'text' && isTyped(entry) ? typedWords(part.text ?? '') : null;
    return text === null ? [] : [{ kind: 'prompt', text, ...at }];
  });
}

function assistantSteps(content: string | readonly ContentBlock[], at: At): Step[] {
  const blocks: readonly ContentBlock[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return blocks.flatMap((part): Step[] => {
    if (part.type === 'tool_use') return toCall(part, at);
    const text = part.type === 'text' ? withoutInjected(part.text ?? '') : '';
    return text === '' ? [] : [{ kind: 'said', text, ...at }];
  });
}

function factsOf(entry: Entry): Partial<SessionFacts> {
  const title = entry.customTitle ?? entry.aiTitle ?? entry.summary;
  const facts = {
    nativeId: entry.sessionId,
    version: entry.version,
    cwd: entry.cwd,
    branch: entry.gitBranch === '' ? undefined : entry.gitBranch,
    title,
    endedAt: entry.timestamp,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/** Maximum number of record ids that are remembered to recognise repeats. */
const MAX_SEEN = 500_000;

/** Joins several records into one reading. The session begins with the first record that has a time, in that record's folder. */
function joined(readings: readonly Reading[], isBegun: boolean): Reading {
  const facts: Partial<SessionFacts> = Object.assign({}, ...readings.map((one) => one.facts));
  const first = (name: 'cwd' | 'endedAt') => readings.find((one) => one.facts[name] !== undefined)?.facts[name];
  const [cwd, startedAt] = [first('cwd'), isBegun ? undefined : first('endedAt')];
  if (cwd !== undefined) facts.cwd = cwd;
  if (startedAt !== undefined) facts.startedAt = startedAt;
  const tokens = readings.reduce((sum, one) => sum + (one.tokens ?? 0), 0);
  return { steps: readings.flatMap(({ steps }) => steps), facts, tokens };
}

/** A reader of one transcript of Claude Code. */
export function claudeCodeReader(): TranscriptReader {
  const seen = new Set<string>();
  const unknown = new Map<string, number>();
  const decisions = claudeDecisions();
  const records = ownRecords();
  const tokensOf = claudeTokens();
  const count = (type: string) => countUnknown(unknown, type);
  let isBegun = false;

  function told(readings: readonly Reading[]): Reading {
    const reading = joined(readings, isBegun);
    isBegun ||= reading.facts.endedAt !== undefined;
    return reading;
  }

  return {
    versions: /^2\.[01]\./,
    unknown,
    read(raw, line) {
      const parsed = record.safeParse(raw);
      if (!parsed.success) {
        count('not a record');
        return { steps: [], facts: {} };
      }
      const entry = parsed.data;
      // A resumed session may repeat its own records.
      if (entry.uuid !== undefined && seen.has(entry.uuid)) return { steps: [], facts: {} };
      if (entry.uuid !== undefined && seen.size < MAX_SEEN) seen.add(entry.uuid);
      const at = placeOf(entry, line);
      const steps = [...stepsOf(entry, at, count), ...decisions.in(entry, at)];
      return told(records.take(entry, { steps, facts: factsOf(entry), tokens: tokensOf(entry) }));
    },
    end: () => told(records.end()),
  };
}

function placeOf({ timestamp, isSidechain, agentId }: Entry, line: number): At {
  return { line, at: timestamp ?? null, chain: isSidechain ? `agent ${agentId ?? ''}` : '' };
}

function stepsOf(entry: Entry, at: At, count: (type: string) => void): Step[] {
  const { type, message } = entry;
  const content = message?.content ?? [];
  if (type === 'user') return userSteps(entry, content, at);
  if (type === 'assistant') return assistantSteps(content, at);
  if (!NO_STEPS.has(type)) count(type);
  return [];
}
