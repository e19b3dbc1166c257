import { createHash } from 'node:crypto';
import { PRODUCT } from '@twicewise/contract';
import { type ConfigFile, UnfitFile } from './config-file.ts';
import { holdsHook, type OurCommand } from './our-command.ts';

// A file of code that we create, for programs that load or run all files in a folder. Code cannot be merged, so ours stands
// between two marks; the first one records how it was written. What is outside the marks belongs to the person and stays. If
// somebody changed the code between them, the file is left alone.

const BEGIN = new RegExp(`^// ${PRODUCT.command}: begin ([0-9a-f]{16})\\r?\\n`, 'm');
const END = `// ${PRODUCT.command}: end\n`;

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex').slice(0, 16);
const sectionOf = (code: string) => `// ${PRODUCT.command}: begin ${hashOf(code)}\n${code}${END}`;

/** The person's text before and after our section. */
interface Around {
  readonly before: string;
  readonly after: string;
}

function changed(): UnfitFile {
  return new UnfitFile(
    `Our part of it was changed since ${PRODUCT.name} wrote it, and code cannot be merged.`,
    'Move what was added into a file of its own beside it and delete this one, then run the command again.',
  );
}

/** The text around our section; null if there is none. Throws {@link UnfitFile} if the section is not as we wrote it. */
function aroundSection(text: string): Around | null {
  const begin = BEGIN.exec(text);
  if (!begin) return null;
  const from = begin.index + begin[0].length;
  const end = text.indexOf(END, from);
  if (end < 0 || hashOf(text.slice(from, end)) !== begin[1]) throw changed();
  const after = text.slice(end + END.length);
  if (BEGIN.test(after)) throw changed();
  return { before: text.slice(0, begin.index), after };
}

/** Lines without their quoted parts, which are paths of an installation. */
const unquoted = (code: string) => code.replace(/".*$/gm, '"');

/**
 * A file with code of ours; `make` writes the code, which ends with a line break. Earlier versions had no marks, and the whole
 * file was ours: `unmarked` holds the hashes of all code ever written without marks, computed without the quoted parts of its
 * lines.
 */
export function ownFile(
  path: string,
  make: (ourCommand: OurCommand) => string,
  unmarked: readonly string[],
): ConfigFile {
  /** The text around our code; null if there is none. */
  function around(text: string): Around | null {
    const found = aroundSection(text);
    if (found || !holdsHook(text)) return found;
    if (unmarked.includes(hashOf(unquoted(text)))) return { before: '', after: '' };
    throw changed();
  }
  return {
    path,
    holds: 'hooks',
    isOwn: true,
    insert(text, ourCommand) {
      const place = around(text);
      if (place === null && text !== '') throw new UnfitFile('It is there already and not ours.');
      return `${place?.before ?? ''}${sectionOf(make(ourCommand))}${place?.after ?? ''}`;
    },
    remove(text) {
      const place = around(text);
      return place === null ? text : place.before + place.after;
    },
    has: (text) => BEGIN.test(text) || holdsHook(text),
    others(text) {
      const place = around(text);
      return place === null ? text : place.before + place.after;
    },
  };
}
