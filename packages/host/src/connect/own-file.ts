import { type ConfigFile, UnfitFile } from './config-file.ts';
import { holdsHook, type Program } from './program.ts';

/** A file of hooks that is ours alone: a program reads all files of the folder in which it lies. */
export function ownFile(path: string, make: (program: Program) => string): ConfigFile {
  const isOurs = (text: string) => holdsHook(text);
  return {
    path,
    holds: 'hooks',
    isOwn: true,
    insert(text, program) {
      if (text !== '' && !isOurs(text)) throw new UnfitFile('It is there already and not ours.');
      return make(program);
    },
    remove: (text) => (isOurs(text) ? '' : text),
    has: isOurs,
    others: (text) => (isOurs(text) ? '' : text),
  };
}
