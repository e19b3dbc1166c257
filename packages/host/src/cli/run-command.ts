import { AppError, PRODUCT, toFailure } from '@twicewise/contract';
import { AS_PERSON, commandAsker } from '../callers.ts';
import { COMMANDS } from './commands.ts';
import { UsageError } from './usage.ts';

const COMMAND_LIST = Object.entries(COMMANDS)
  .map(([name, { about }]) => `  ${name.padEnd(7)}  ${about}`)
  .join('\n');

const HELP = `${PRODUCT.name} ${PRODUCT.version}: the memory of what was tried, for coding agents.

Usage: ${PRODUCT.command} <command> [options]

${COMMAND_LIST}

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
  const known = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!known) throw new UsageError(`There is no command ${JSON.stringify(name)}. See ${PRODUCT.command} --help.`);
  const isAtTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
  const saysPerson = given.includes(AS_PERSON);
  const command = await known.load();
  return command(rest, commandAsker({ saysPerson, isAtTerminal, environment: process.env }));
}

// The reader of our output may close the pipe early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  } else {
    const failure = toFailure(error, (cause) => process.stderr.write(`${String((cause as Error)?.stack ?? cause)}\n`));
    // Programs get the envelope; a person at a terminal gets text.
    const isForPerson = error instanceof AppError && process.stdout.isTTY;
    if (!isForPerson) process.stdout.write(`${JSON.stringify({ ok: false, error: failure })}\n`);
    if (error instanceof AppError) process.stderr.write(`${failure.message}\n${failure.hint}\n`);
    process.exitCode = 1;
  }
}
