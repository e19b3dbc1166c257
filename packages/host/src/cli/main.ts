import { AppError, PRODUCT, toFailure } from '@twicewise/contract';
import { AS_PERSON, commandAsker } from '../callers.ts';
import { type Command, UsageError } from './usage.ts';

/** Each is loaded when it is given: what the others need would hold up the start of a host. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./serve.ts')).runServe,
  mcp: async () => (await import('./mcp-help.ts')).mcpHelp,
  connect: async () => (await import('./connect.ts')).runConnect,
  hook: async () => (await import('./hook.ts')).runHookSwitch,
  search: async () => (await import('./read.ts')).runSearch,
  brief: async () => (await import('./read.ts')).runBrief,
  call: async () => (await import('./call.ts')).runCall,
  import: async () => (await import('./import.ts')).runImport,
  export: async () => (await import('./export.ts')).runExport,
  doctor: async () => (await import('./doctor.ts')).runDoctor,
  update: async () => (await import('./update.ts')).runUpdate,
  uninstall: async () => (await import('./uninstall.ts')).runUninstall,
};

const HELP = `${PRODUCT.name} ${PRODUCT.version}: the memory of what was tried, for coding agents.

Usage: ${PRODUCT.command} <command> [options]

  serve    run the host: the interface in a browser, the MCP socket, the memory
  connect  enter Twicewise in an agent's configuration, or take it out
  mcp      the stdio server that agents launch
  hook     what agents run at every prompt, to be told what matters; on and off
  search   find lessons by words or identifiers
  brief    what an agent would be told before a task
  call     one operation, answer as JSON
  import   read a file of lessons, a bundle, or past sessions into the memory
  export   write the memory, or projects of it, to a bundle
  doctor   say how the memory is, and what to do if it is not well
  update   bring this installation up to date
  uninstall  take it out of every program and off this machine; the memory stays unless you say otherwise

Who gives a command is a person at a terminal; anything else, as a script or an agent, is written down as the program that it
is, and cannot do what only a person may. ${AS_PERSON} with any command says that a person asked for it; the history keeps that.

Every command has --help. The data folder is --data (a path or a file:/// URL), else $${PRODUCT.dataVariable}, else the place for application data.
Exit codes: 0 done, 1 failed (the reason is on standard output), 2 wrong usage.
`;

async function main(given: string[]): Promise<number> {
  const [name, ...rest] = given.filter((word) => word !== AS_PERSON);
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(HELP);
    return name === undefined ? 2 : 0;
  }
  if (name === '--version') {
    process.stdout.write(`${PRODUCT.version}\n`);
    return 0;
  }
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!load) throw new UsageError(`There is no command ${JSON.stringify(name)}. See ${PRODUCT.command} --help.`);
  const isAtTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
  const saysPerson = given.includes(AS_PERSON);
  const command = await load();
  return command(rest, commandAsker({ saysPerson, isAtTerminal, environment: process.env }));
}

// Whoever reads our output may have seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  } else {
    const failure = toFailure(error, (cause) => process.stderr.write(`${String((cause as Error)?.stack ?? cause)}\n`));
    // Programs read the envelope; a person at a terminal reads the words.
    const isForPerson = error instanceof AppError && process.stdout.isTTY;
    if (!isForPerson) process.stdout.write(`${JSON.stringify({ ok: false, error: failure })}\n`);
    if (error instanceof AppError) process.stderr.write(`${failure.message}\n${failure.hint}\n`);
    process.exitCode = 1;
  }
}
