import { beginThread } from './begin-thread.ts';

// The program of the command. A host needs the thread of its store first and longest, so that is begun before the rest is loaded.

const [command, ...rest] = process.argv.slice(2);
if (command === 'serve') beginThread(rest);
await import('./run-command.ts');
