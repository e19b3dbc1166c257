import { pathToFileURL } from 'node:url';
import type { ConfigFile } from './config-file.ts';
import { hookArguments, type OurCommand } from './our-command.ts';
import { ownFile } from './own-file.ts';

// Cline runs the files in its folder `hooks` that are named after an event. Several may stand side by side if their endings
// differ; those that end in .mjs it runs with Node (seen in 3.0.65). Our file becomes our hook itself, without a process between,
// so the agent is its parent.

function text(ourCommand: OurCommand, event: string): string {
  const [entry = '', ...words] = hookArguments(ourCommand, event, 'cline');
  return `// Twicewise: brings lessons to Cline's agents unasked. "twicewise connect cline" writes this file, with --remove it goes.
// What it runs: ${JSON.stringify([entry, ...words])}
process.argv.splice(2, process.argv.length, ...${JSON.stringify(words)});
try {
  await import(${JSON.stringify(pathToFileURL(entry).href)});
} catch {
  // It is no longer installed. A hook must never be in the way of the agent.
}
`;
}

/** See `ownFile`. */
const UNMARKED = ['915f4cea0fb3e82e'];

/** The file that holds our hook for one event in Cline. */
export function clineHook(path: string, event: string): ConfigFile {
  return ownFile(path, (ourCommand) => text(ourCommand, event), UNMARKED);
}
