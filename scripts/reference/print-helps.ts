// Prints the help of each command, one after the other, each under its name. It is a process of its own because commands print to
// standard output, and a single one because they share most of the code that they load.

import { commandAsker } from '../../packages/host/src/callers.ts';
import { COMMANDS } from '../../packages/host/src/cli/commands.ts';

const asker = commandAsker({ saysPerson: false, isAtTerminal: false, environment: {} });
for (const [name, { load }] of Object.entries(COMMANDS)) {
  process.stdout.write(`\0${name}\n`);
  await (await load())(['--help'], asker);
}
