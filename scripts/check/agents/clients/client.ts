import type { ToolCall } from '../wire/wire.ts';

/** Where a client runs, and which model answers it. */
export interface Place {
  /** Home folder of the client; contains only what the client and `connect` wrote. */
  readonly home: string;
  /** Address of the scripted model, without a path. */
  readonly model: string;
}

/** One run of a client without a person, from a prompt to its end. */
export interface Turn {
  readonly prompt: string;
  /** The session to continue; without it, a new one. */
  readonly session?: string;
  /** True to continue in a copy of that session. */
  readonly isFork?: boolean;
}

/** How a client is started for a turn. */
export interface Start {
  readonly args: readonly string[];
  /** Written to standard input, which is then closed. */
  readonly input?: string;
}

/** Something that a scenario needs beyond a prompt. A client may lack it when it runs without a person. */
export type Ability = 'resume' | 'fork' | 'compact' | 'complain' | 'transcript' | 'nudge' | 'subagents' | 'plugin';

/**
 * What makes a client compact its context: a prompt that asks for it, or a model that reports how many tokens the context has.
 */
export type Compaction = { readonly prompt: string } | { readonly inputTokens: number };

/** How a person installs our plugin in a client, and removes it. */
export interface PluginWays {
  /** Arguments of the program for each command, in order; `folder` contains the plugin packaged for it. */
  install(folder: string): readonly (readonly string[])[];
  /** Arguments of the program for each command that removes the plugin. */
  readonly remove?: readonly (readonly string[])[];
  /** What a person does to remove it, if the program has no command for that. */
  takeOut?(place: Place): void;
  /** True if the plugin also contains our server. */
  readonly hasServer: boolean;
  /** Settings files in the client's home; they must not mention us after the removal. */
  readonly settings: readonly string[];
}

/** A program that runs agents, and how the check runs it. */
export interface Client {
  /** Its id for `twicewise connect`. */
  readonly id: string;
  readonly name: string;
  readonly package: string;
  /** Versions that are tried: the newest, and for some programs also an old one. */
  readonly versions: readonly string[];
  /** Name of its program. */
  readonly program: string;
  /** Environment that makes it use the scripted model, and stops it from contacting anything else. */
  environment(place: Place): NodeJS.ProcessEnv;
  /** Writes files into its home that it expects before its first run. */
  prepare?(place: Place): void;
  start(turn: Turn, place: Place): Start;
  /** Folder in its home for logs that mention errors of hooks which a run does not show. */
  readonly logs?: string;
  /** The id of the session, from the output of a run or from what it left behind; null if neither contains it. */
  sessionOf(output: string, place: Place): string | null;
  /** A call of the client's shell tool. */
  shell(command: string): ToolCall;
  /** A call of the tool that writes a new file, if a scenario needs one; `path` is absolute. */
  write?(path: string, text: string): ToolCall;
  /** A call of the tool that gives a task to a subagent. */
  subagent?(task: string): ToolCall;
  /** A call of one of our tools. */
  tool(name: string, input: Record<string, unknown>): ToolCall;
  /** How our plugin is installed in it, if there is one. */
  readonly plugin?: PluginWays;
  /** How it is made to compact its context; see {@link Compaction}. */
  readonly compaction?: Compaction;
  /** What it cannot do, or what cannot be tried here, and why. */
  readonly cannot: Readonly<Partial<Record<Ability, string>>>;
}
