import type { ToolCall } from '../wire/wire.ts';

/** Where a client runs, and which model answers it. */
export interface Place {
  /** Home folder of the client, empty but for what it and `connect` wrote. */
  readonly home: string;
  /** Address of the scripted model, without a path. */
  readonly model: string;
}

/** One run of a client: a prompt to its end, without a person. */
export interface Turn {
  readonly prompt: string;
  /** The session to go on with; a new one without it. */
  readonly session?: string;
  /** Whether to go on in a copy of that session. */
  readonly isFork?: boolean;
}

/** How a client is started for one turn. */
export interface Start {
  readonly args: readonly string[];
  /** Written to standard input; it is closed then. */
  readonly input?: string;
}

/** An ability that a scenario needs beyond a prompt. A client may lack it when run without a person. */
export type Ability = 'resume' | 'fork' | 'compact' | 'complain' | 'transcript' | 'nudge' | 'subagents' | 'plugin';

/** What makes a client compact its context: a prompt that asks for it, or a model that says how long the context is. */
export type Compaction = { readonly prompt: string } | { readonly inputTokens: number };

/** How a person installs our plugin in a client, and takes it out again. */
export interface PluginWays {
  /** Arguments of the program, one command after another; `folder` holds what was packaged for it. */
  install(folder: string): readonly (readonly string[])[];
  /** The same to take it out. */
  readonly remove?: readonly (readonly string[])[];
  /** What a person does to take it out where the program has no command for that. */
  takeOut?(place: Place): void;
  /** Whether it brings our server, too. */
  readonly hasServer: boolean;
  /** Files in its home that hold its settings; they must not name us afterwards. */
  readonly settings: readonly string[];
}

/** A program that runs agents, and how it is run here. */
export interface Client {
  /** Its id at `twicewise connect`. */
  readonly id: string;
  readonly name: string;
  readonly package: string;
  /** Versions that are tried: the newest one, and for some an old one. */
  readonly versions: readonly string[];
  /** Name of its program. */
  readonly program: string;
  /** What leads it to the scripted model, and keeps it from asking for anything else. */
  environment(place: Place): NodeJS.ProcessEnv;
  /** Writes what it wants to find in its home before it runs the first time. */
  prepare?(place: Place): void;
  start(turn: Turn, place: Place): Start;
  /** Folder in its home where it logs what a run does not show: hooks that failed. */
  readonly logs?: string;
  /** The id of the session that a run was, by what it said or left behind; null where it does not tell. */
  sessionOf(output: string, place: Place): string | null;
  /** A call of its shell tool. */
  shell(command: string): ToolCall;
  /** A call of the tool that writes a new file, where a scenario needs one; `path` is absolute. */
  write?(path: string, text: string): ToolCall;
  /** A call of the tool that gives a subagent something to do. */
  subagent?(task: string): ToolCall;
  /** A call of a tool of ours. */
  tool(name: string, input: Record<string, unknown>): ToolCall;
  /** How our plugin is installed in it, where there is one. */
  readonly plugin?: PluginWays;
  /** How it is brought to compact its context; see {@link Compaction}. */
  readonly compaction?: Compaction;
  /** What it cannot do, or what cannot be done with it here, and why. */
  readonly cannot: Readonly<Partial<Record<Ability, string>>>;
}
