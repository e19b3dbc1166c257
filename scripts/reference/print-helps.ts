// Prints what each command says of itself, one after the other, each under its name. A process of its own, because commands
// print to standard output; one for all, because they share most of what they load.

import { commandAsker } from '../../packages/host/src/callers.ts';
import { COMMANDS } from '../../packages/host/src/cli/commands.ts';

const asker = commandAsker({ saysPerson: false, isAtTerminal: false, environment: {} });
for (const [name, { load }] of Object.entries(COMMANDS)) {
  process.stdout.write(`\0${name}\n`);
  await (await load())(['--help'], asker);
}
