import type { Command } from './usage.ts';

/** A command as the overview lists it. */
interface ListedCommand {
  /** What it does, in one line of the overview. */
  readonly about: string;
  /** Loaded on demand: loading all commands would slow down the start of a host. */
  readonly load: () => Promise<Command>;
}

/** Every command, in the order of the overview. */
export const COMMANDS: Readonly<Record<string, ListedCommand>> = {
  serve: {
    about: 'run the host: the interface in a browser, the MCP socket, the memory',
    load: async () => (await import('./serve.ts')).runServe,
  },
  connect: {
    about: "enter Twicewise in an agent's configuration, or take it out",
    load: async () => (await import('./connect.ts')).runConnect,
  },
  mcp: {
    about: 'the stdio server that agents launch',
    load: async () => (await import('./mcp-help.ts')).mcpHelp,
  },
  hook: {
    about: 'what agents run at every prompt, to be told what matters; on and off',
    load: async () => (await import('./hook.ts')).runHookSwitch,
  },
  search: {
    about: 'find lessons by words or identifiers',
    load: async () => (await import('./read.ts')).runSearch,
  },
  brief: {
    about: 'what an agent would be told before a task',
    load: async () => (await import('./read.ts')).runBrief,
  },
  call: {
    about: 'one operation, answer as JSON',
    load: async () => (await import('./call.ts')).runCall,
  },
  import: {
    about: 'read a file of lessons, a bundle, or past sessions into the memory',
    load: async () => (await import('./import.ts')).runImport,
  },
  export: {
    about: 'write the memory, or projects of it, to a bundle',
    load: async () => (await import('./export.ts')).runExport,
  },
  validate: {
    about: 'say what is wrong with a file of a loop or an episode',
    load: async () => (await import('./validate.ts')).runValidate,
  },
  doctor: {
    about: 'say how the memory is, and what to do if it is not well',
    load: async () => (await import('./doctor.ts')).runDoctor,
  },
  update: {
    about: 'bring this installation up to date',
    load: async () => (await import('./update.ts')).runUpdate,
  },
  uninstall: {
    about: 'take it out of every program and off this machine; the memory stays unless you say otherwise',
    load: async () => (await import('./uninstall.ts')).runUninstall,
  },
};
