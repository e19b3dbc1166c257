import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dispatch, OutputOf } from '@twicewise/contract';
import { jsonValues } from '@twicewise/ingest';
import { TestCore } from '../../../packages/core/test/harness.ts';
import { AgentSessions } from '../../../packages/host/src/hooks/agent-sessions.ts';
import { answerHook } from '../../../packages/host/src/hooks/answer-hook.ts';
import { CopiedSessions } from '../../../packages/host/src/hooks/copied-sessions.ts';
import { RefusedCalls } from '../../../packages/host/src/hooks/refused-calls.ts';

// A session of Claude Code once more: its hooks are run for each call in its transcript, at the time at which that ended, against a
// core that may read no more of the transcript than there was then. Clock and files stand in for the program; all else is real.

/** How long after a hook its transcript is read. */
const READ_AFTER_MS = 2000;
/** What comes back where no hook runs: a person said no. */
const BY_PERSON = /^(?:Error: )?The user doesn't want to|^\[Request interrupted by user/;

/** An event of the session that runs a hook. */
interface Moment {
  /** Line of the transcript, from 1. */
  line: number;
  at: number;
  payload: Record<string, unknown>;
}

/** What the agent was told, and after which line. */
export interface Told {
  line: number;
  text: string;
}

interface Block {
  type?: string;
  id?: string;
  name?: string;
  input?: unknown;
  tool_use_id?: string;
  is_error?: boolean | null;
  content?: unknown;
}
interface Line {
  type?: string;
  timestamp?: string;
  isSidechain?: boolean;
  isMeta?: boolean;
  message?: { content?: string | Block[] };
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: { text?: unknown }) => (typeof part.text === 'string' ? part.text : '')).join('\n');
}

/** The hook that runs after a call; null for none. */
function afterCall({ name = '', input }: Block, { is_error: isError, content }: Block): Moment['payload'] | null {
  const text = textOf(content);
  if (BY_PERSON.test(text)) return null;
  const call = { tool_name: name, tool_input: input };
  if (isError) return { hook_event_name: 'PostToolUseFailure', ...call, error: text, is_interrupt: false };
  return { hook_event_name: 'PostToolUse', ...call, tool_response: { stdout: text, stderr: '' } };
}

/** The moments of a transcript of Claude Code: after each call, and the end of each turn, which is known by the next prompt. */
function momentsOf(lines: readonly string[]): Moment[] {
  const calls = new Map<string, Block>();
  let at = 0;
  return lines.flatMap((text, index) => {
    const [{ type, timestamp, isSidechain, isMeta, message } = {} as Line] = (jsonValues(text) ?? []) as Line[];
    const { content = [] } = message ?? {};
    const before = at;
    if (timestamp !== undefined) at = Math.max(at, Date.parse(timestamp));
    if (isSidechain) return [];
    if (typeof content === 'string') {
      const isTurn = type === 'user' && !isMeta && before > 0;
      return isTurn ? [{ line: index, at: before, payload: { hook_event_name: 'Stop', stop_hook_active: true } }] : [];
    }
    return content.flatMap((block) => {
      if (block.type === 'tool_use' && block.id !== undefined) calls.set(block.id, block);
      const call = block.type === 'tool_result' ? calls.get(block.tool_use_id ?? '') : undefined;
      const payload = call ? afterCall(call, block) : null;
      return payload ? [{ line: index + 1, at, payload }] : [];
    });
  });
}

/** A core with one session whose transcript grows. */
class Replay {
  readonly #test = new TestCore();
  readonly #session: string;
  readonly #transcript: string;
  readonly #memory = {
    sessions: new AgentSessions(),
    copies: new CopiedSessions(this.#test.paths.database),
    refused: new RefusedCalls(() => this.#test.now),
  };
  readonly #lines: readonly string[];
  readonly #times: readonly number[];
  /** The reading that was asked for: its job, and when. */
  #reading: { id: string; askedAt: number } | null = null;
  #told: string | null = null;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
    this.#session = lines.map((text) => /"sessionId":"([^"]+)"/.exec(text)?.[1]).find(Boolean) ?? 'unnamed';
    this.#transcript = join(this.#test.folder, `${this.#session}.jsonl`);
    let at = 0;
    this.#times = lines.map((text) => {
      const [{ timestamp } = {} as Line] = (jsonValues(text) ?? []) as Line[];
      if (timestamp !== undefined) at = Math.max(at, Date.parse(timestamp));
      return at;
    });
  }

  readonly #dispatch: Dispatch = async (request) => {
    const envelope = await this.#test.core.dispatch(request);
    if (!envelope.ok) throw new Error(`${request.name}: ${envelope.error.message}`);
    if (request.name === 'session.capture') {
      const { job } = envelope.value as OutputOf<'session.capture'>;
      if (job) this.#reading = { id: job.id, askedAt: this.#test.now };
    }
    const asked = request.input as { occasion?: string } | null;
    if (request.name === 'memory.remind' && asked?.occasion === 'stuck') {
      this.#told = (envelope.value as OutputOf<'memory.remind'>).text ?? this.#told;
    }
    return envelope;
  };

  #write(lines: number): void {
    writeFileSync(this.#transcript, `${this.#lines.slice(0, lines).join('\n')}\n`);
  }

  /** Lets the memory read what there was when it would have, if that was before a moment. */
  async #read(until: number): Promise<void> {
    if (this.#reading === null) return;
    const { id, askedAt } = this.#reading;
    const [row] = this.#test.rows<{ due: number }>("SELECT input ->> '$.dueAt' AS due FROM job WHERE id = ?", [id]);
    const due = row?.due ?? askedAt + READ_AFTER_MS;
    if (due > until) return;
    this.#write(this.#times.filter((at) => at <= due).length);
    this.#test.now = due;
    this.#reading = null;
    await this.#test.core.maintain();
    const { error } = await this.#test.ended(id);
    if (error) throw new Error(`the transcript could not be read: ${error.message}`);
  }

  /** Runs the hook of a moment. Returns what the agent is told of being stuck, or null. */
  async run({ line, at, payload }: Moment): Promise<string | null> {
    await this.#read(at);
    this.#test.now = at;
    this.#write(line);
    this.#told = null;
    const common = { session_id: this.#session, transcript_path: this.#transcript, cwd: this.#test.folder };
    const who = { agent: 'claude-code', project: null, projectFolder: null, parent: null, attended: true };
    const request = { ...who, payload: { ...common, ...payload }, key: `${line} ${at} ${Math.random()}` };
    await answerHook(request, this.#dispatch, this.#memory);
    return this.#told;
  }

  /** Number of attempts that the memory knows by now. */
  async attempts(): Promise<number> {
    return (await this.#test.call('attempt.analysis', { sessionId: this.#session })).analysis.total;
  }

  remove(): Promise<void> {
    return this.#test.remove();
  }
}

/** Runs the hooks of a session. Returns what its agent is told of being stuck, and how many attempts became known meanwhile. */
export async function replay(path: string): Promise<{ told: Told[]; attempts: number }> {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const session = new Replay(lines);
  const told: Told[] = [];
  try {
    for (const moment of momentsOf(lines)) {
      const text = await session.run(moment);
      if (text !== null) told.push({ line: moment.line, text });
    }
    return { told, attempts: await session.attempts() };
  } finally {
    await session.remove();
  }
}
