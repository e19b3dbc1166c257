import type { ConfigFile } from './config-file.ts';
import { flatHooks } from './flat-hooks.ts';
import { CURSOR } from './hook-events.ts';
import { hookLine } from './program.ts';

/** The file of hooks of Cursor. */
export function cursorHooks(path: string): ConfigFile {
  return flatHooks(path, CURSOR, (program, { event, seconds, matcher }) => ({
    command: hookLine(program, event, CURSOR.agent),
    ...(matcher === undefined ? {} : { matcher }),
    timeout: seconds,
  }));
}
