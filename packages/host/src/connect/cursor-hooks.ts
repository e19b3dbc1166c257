import type { ConfigFile } from './config-file.ts';
import { flatHooks } from './flat-hooks.ts';
import { CURSOR } from './hook-events.ts';
import { hookLine } from './our-command.ts';

/** The file of hooks of Cursor. */
export function cursorHooks(path: string): ConfigFile {
  return flatHooks(path, CURSOR, (ourCommand, { event, seconds, matcher }) => ({
    command: hookLine(ourCommand, event, CURSOR.agent),
    ...(matcher === undefined ? {} : { matcher }),
    timeout: seconds,
  }));
}
