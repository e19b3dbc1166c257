import { connect } from '@twicewise/client';
import type { Memory } from '../memory.ts';
import { tokensOf } from '../model/estimate-tokens.ts';
import type { Message, Model, Reply } from '../model/model.ts';
import { patientModel } from '../model/patient-model.ts';
import { asError } from '../problems.ts';
import { storable } from '../storable.ts';
import { untilAborted } from '../timers.ts';
import {
  type AgentLimits,
  type AgentResult,
  type AgentStatus,
  agentLimitsOf,
  type ReflectiveAgentConfig,
  type Workspace,
} from './agent-options.ts';
import { fittedTurn } from './fitted-turn.ts';
import { ContextMemoryStore } from './memory-store.ts';
import { limitsOf, presetFor, THINKING_PRESETS, type ThinkingLimits } from './options.ts';
import { ReflectiveThinking, type Thought } from './reflective-thinking.ts';
import { type CallMade, runCalls } from './run-calls.ts';
import { shortenHistory } from './shorten-history.ts';
import { cutFrom, summariseTurn } from './summarise-turn.ts';
import { TurnMemory } from './turn-memory.ts';
import { contextOf, type Part } from './turn-parts.ts';

/** What the model is told of a reply that says and does nothing. */
const EMPTY_REPLY = 'Your reply was empty. Call a tool, or answer in words when the task is done.';
/** Most tokens of what the memory tells before the task. */
const BRIEF_TOKENS = 800;

/** What a turn did so far. `reply` is null until the model has answered. */
interface Acted {
  reply: Reply | null;
  readonly made: CallMade[];
  inputTokens: number | null;
  outputTokens: number | null;
}

interface Setup {
  readonly workspace: Workspace;
  readonly system: string;
  readonly task: string;
  readonly model: Model;
  readonly limits: AgentLimits;
  readonly thinking: ReflectiveThinking;
  readonly turns: TurnMemory;
  readonly memory: Memory;
  readonly signal: AbortSignal;
}

/** One run of an agent at a task. */
class AgentRun {
  readonly #setup: Setup;
  readonly #history: Message[] = [];
  #mistakes = 0;
  made = 0;
  answer = '';

  constructor(setup: Setup) {
    this.#setup = setup;
  }

  /** Makes turns until something ends the run. Rejects when the model cannot be asked. */
  async toEnd(): Promise<Exclude<AgentStatus, 'error' | 'aborted'>> {
    const { limits, turns, task } = this.#setup;
    await turns.begin(task);
    const lessons = await this.#lessons();
    // Where the memory cannot say, it counts the turns itself once it can be written to.
    let number = await turns.lastNumber();
    while (this.made < limits.maxTurns) {
      this.#setup.signal.throwIfAborted();
      if (number !== null) number++;
      const isDone = await this.#turn(number, lessons);
      if (isDone) return 'completed';
      if (this.#mistakes >= limits.consecutiveMistakeLimit) return 'mistakes';
    }
    return 'turns';
  }

  async #turn(number: number | null, lessons: { text: string; ids: string[] }): Promise<boolean> {
    const { workspace, system, task, thinking, limits, signal } = this.#setup;
    const startedAt = new Date();
    const context = await this.#context();
    const { messages: history, leftOut } = shortenHistory(this.#history, limits.historyTokens);
    const thought = await thinking.think({ task, system, context, history, signal });
    const give = { system, task, lessons, history, leftOut, context, thought, tools: workspace.tools ?? [] };
    const { messages, parts } = contextOf(give);
    const acted: Acted = { reply: null, made: [], inputTokens: null, outputTokens: null };
    const turn = { parts, thought, acted, startedAt };
    let reply: Reply;
    try {
      reply = await this.#act(messages, acted);
    } catch (thrown) {
      // A turn that was broken off is kept as far as it came.
      await this.#keep(number, { ...turn, error: asError(thrown).message });
      throw thrown;
    }
    this.made++;
    this.#remember(reply, acted.made);
    await this.#keep(number, { ...turn, error: null });
    return reply.calls.length === 0 && reply.text.trim() !== '';
  }

  /** Asks the model and carries out what it says, and notes each step as it is made. */
  async #act(messages: readonly Message[], acted: Acted): Promise<Reply> {
    const { model, workspace, signal } = this.#setup;
    const tools = workspace.tools ?? [];
    const options = { tools: tools.map(({ run: _run, ...tool }) => tool), signal };
    signal.throwIfAborted();
    const reply = await model(messages, options);
    acted.reply = reply;
    ({ input: acted.inputTokens, output: acted.outputTokens } = tokensOf(reply, messages, options));
    for await (const made of runCalls(reply.calls, tools, signal)) acted.made.push(made);
    return reply;
  }

  /** Adds a turn to the conversation, and counts mistakes in a row. */
  #remember(reply: Reply, made: readonly CallMade[]): void {
    const isEmpty = reply.calls.length === 0 && reply.text.trim() === '';
    const isMistake = isEmpty || made.some(({ outcome }) => outcome !== 'success');
    this.#mistakes = isMistake ? this.#mistakes + 1 : 0;
    if (reply.text.trim() !== '') this.answer = reply.text;
    if (isEmpty) return void this.#history.push({ role: 'user', text: EMPTY_REPLY });
    this.#history.push({ role: 'assistant', text: reply.text, calls: reply.calls });
    for (const { call, output } of made)
      this.#history.push({ role: 'tool', callId: call.id, tool: call.tool, text: output });
  }

  async #keep(
    number: number | null,
    turn: { parts: Part[]; thought: Thought; acted: Acted; startedAt: Date; error: string | null },
  ): Promise<void> {
    const { model, task, turns, signal } = this.#setup;
    const { parts, thought, acted, startedAt, error } = turn;
    const reply = acted.reply?.text ?? '';
    const calls = acted.made.map(({ call, output, outcome, ms }) => ({ ...call, output, outcome, ms }));
    const thoughts = thought.rounds.map(({ text = '' }) => text);
    const said = { task, thoughts, reply, calls, error };
    const asking = { signal, report: turns.report };
    // A model that has just failed is not asked about it.
    const summary = error !== null ? cutFrom(said) : await summariseTurn(model, said, asking);
    const endedAt = new Date();
    const kept = fittedTurn({
      context: parts,
      reply,
      calls,
      rounds: thought.rounds,
      error,
      cost: {
        inputTokens: acted.inputTokens,
        outputTokens: acted.outputTokens,
        ms: endedAt.getTime() - startedAt.getTime(),
      },
    });
    const when = { startedAt: startedAt.toISOString(), endedAt: endedAt.toISOString() };
    await turns.keep(number, { ...kept, ...when, extra: { thinking: thought.endedBy } }, summary);
  }

  async #context(): Promise<string> {
    const { workspace, turns, signal } = this.#setup;
    try {
      return await untilAborted(Promise.resolve().then(workspace.context), signal);
    } catch (thrown) {
      signal.throwIfAborted();
      turns.report(asError(thrown));
      return `The workspace could not be read: ${asError(thrown).message}`;
    }
  }

  /** What the memory tells before the task: lessons of all agents of this machine. */
  async #lessons(): Promise<{ text: string; ids: string[] }> {
    const { memory, turns, task } = this.#setup;
    try {
      const asked = { task: storable(task), ...turns.place, budget: BRIEF_TOKENS };
      const told = await memory.call('memory.brief', asked, { forAgent: { session: turns.place.sessionId } });
      const parts = [told.lessons, told.deadEnds, told.patterns, told.sessions, told.maybe];
      const isAnything = parts.some((part) => part.length > 0);
      return isAnything ? { text: told.text, ids: told.lessons.map(({ id }) => id) } : { text: '', ids: [] };
    } catch (thrown) {
      turns.report(asError(thrown));
      return { text: '', ids: [] };
    }
  }
}

/**
 * An agent that thinks in rounds before it acts, is told what its earlier turns came to, and can recall them in full
 * (`002-reflective-thinking-and-memory`). Each turn is kept with all that the model was given.
 */
export class ReflectiveAgent {
  readonly #config: ReflectiveAgentConfig;
  readonly #workspace: Workspace;
  readonly #system: string;
  readonly #model: Model;
  readonly #limits: AgentLimits;
  readonly #sessionId: string;
  #memory: Promise<Memory> | null = null;

  /** Throws RangeError for a limit outside of its range. `agentPrompt` is the system message of every request. */
  constructor(config: ReflectiveAgentConfig, workspace: Workspace, agentPrompt: string, model: Model) {
    this.#config = config;
    this.#workspace = workspace;
    this.#system = agentPrompt;
    this.#model = model;
    this.#limits = agentLimitsOf(config);
    this.#thinkingLimits('');
    this.#sessionId = config.sessionId ?? `run-${crypto.randomUUID()}`;
  }

  /**
   * Works at a task until the model answers in words, or the run ends for another reason. Rejects only when no memory is given and
   * none can be connected to; whatever the model, the tools or the memory do, it answers how the run ended.
   */
  async start(task: string): Promise<AgentResult> {
    const { projectId, onProblem, signal = new AbortController().signal } = this.#config;
    const memory = await this.#connected();
    const sessionId = this.#sessionId;
    const turns = new TurnMemory(memory, { sessionId, projectId }, onProblem);
    const { apiRequestTimeout: timeoutMs, maxRetryAttempts: retries } = this.#limits;
    const model = patientModel(this.#model, { timeoutMs, retries });
    const thinking = new ReflectiveThinking({ ...this.#thinkingLimits(task), model, memory, sessionId }, turns);
    const [workspace, system, limits] = [this.#workspace, this.#system, this.#limits];
    const run = new AgentRun({ workspace, system, task, model, limits, thinking, turns, memory, signal });
    const end = (status: AgentStatus, error: Error | null = null): AgentResult => ({
      status,
      answer: run.answer,
      turns: run.made,
      sessionId,
      error,
      get unsaved() {
        return turns.unsaved;
      },
      flush: () => turns.flush(),
    });
    try {
      return end(await run.toEnd());
    } catch (thrown) {
      return signal.aborted ? end('aborted') : end('error', asError(thrown));
    }
  }

  /** The turns of this run and of earlier ones of its session. */
  getMemoryStore(): ContextMemoryStore {
    return new ContextMemoryStore(() => this.#connected(), this.#sessionId, this.#config.projectId);
  }

  /** All turns and summaries (S2-18). */
  exportMemory(): ReturnType<ContextMemoryStore['export']> {
    return this.getMemoryStore().export();
  }

  #connected(): Promise<Memory> {
    const { memory } = this.#config;
    if (memory) return Promise.resolve(memory);
    this.#memory ??= connect({ name: 'reflective-agent' }).catch((error: unknown) => {
      // The next run tries again.
      this.#memory = null;
      throw error;
    });
    return this.#memory;
  }

  #thinkingLimits(task: string): ThinkingLimits {
    const { reflectiveThinking = {} } = this.#config;
    if (typeof reflectiveThinking === 'object') return limitsOf(reflectiveThinking);
    return limitsOf(THINKING_PRESETS[reflectiveThinking === 'auto' ? presetFor(task) : reflectiveThinking]);
  }
}
