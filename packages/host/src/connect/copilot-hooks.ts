import type { ConfigFile } from './config-file.ts';
import { COPILOT, type EnteredEvent } from './hook-events.ts';
import { ownFile } from './own-file.ts';
import { hookLine, type Program } from './program.ts';

function handlerOf(program: Program, { event, seconds, matcher }: EnteredEvent) {
  // Our command takes a word with a capital letter for an event, and others for what a person typed.
  const word = event.charAt(0).toUpperCase() + event.slice(1);
  return {
    type: 'command',
    ...(matcher === undefined ? {} : { matcher }),
    bash: hookLine(program, word, COPILOT.agent, 'linux'),
    powershell: hookLine(program, word, COPILOT.agent, 'win32'),
    timeoutSec: seconds,
  };
}

/** A file of hooks of Copilot CLI, which reads every file in its folder `hooks`. */
export function copilotHooks(path: string): ConfigFile {
  return ownFile(path, (program) => {
    const hooks = COPILOT.events.map((one) => [one.event, [handlerOf(program, one)]]);
    return `${JSON.stringify({ version: 1, hooks: Object.fromEntries(hooks) }, null, 2)}\n`;
  });
}
