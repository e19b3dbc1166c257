import type { ConfigFile } from './config-file.ts';
import { flatHooks, type HandlerOf } from './flat-hooks.ts';
import { COPILOT } from './hook-events.ts';
import { hookLine } from './our-command.ts';

const handlerOf: HandlerOf = (ourCommand, { event, seconds, matcher }) => ({
  type: 'command',
  ...(matcher === undefined ? {} : { matcher }),
  bash: hookLine(ourCommand, event, COPILOT.agent, 'linux'),
  powershell: hookLine(ourCommand, event, COPILOT.agent, 'win32'),
  timeoutSec: seconds,
});

/** A file of hooks for Copilot CLI, which reads every file in its folder `hooks`. A person may add their own hooks to it. */
export function copilotHooks(path: string): ConfigFile {
  const hooks = flatHooks(path, COPILOT, handlerOf);
  return {
    ...hooks,
    isOwn: true,
    remove(text) {
      const rest = hooks.remove(text);
      // A comment belongs to the person, too, so a file with one is kept.
      return /^\s*\{\s*\}\s*$/.test(rest) ? '' : rest;
    },
  };
}
