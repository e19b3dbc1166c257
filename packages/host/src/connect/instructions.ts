import { PRODUCT } from '@twicewise/contract';
import { type ConfigFile, UnfitFile } from './config-file.ts';

// A section of a file in which a person keeps standing instructions for agents (AGENTS.md, CLAUDE.md, …), between marks by which
// it is found again. Everything outside of them is the person's.

const BEGIN = `<!-- ${PRODUCT.command}: begin -->`;
const END = `<!-- ${PRODUCT.command}: end -->`;

/** What leads an agent to the memory where no hook does. */
export const INSTRUCTIONS = [
  `Before a task and before every retry, call \`memory_brief\` of ${PRODUCT.mcpKey} with what you are about to do.`,
  'After every attempt, successful or not, call `reflection_store`; name the lessons that you used in `lessonsUsed`.',
] as const;

const SECTION = [BEGIN, `## ${PRODUCT.name}`, '', ...INSTRUCTIONS.map((line) => `- ${line}`), END].join('\n');

/** Where our section begins and ends, with the blank line that was put before it; null where there is none. */
function placeOf(text: string): { from: number; to: number } | null {
  const begin = text.indexOf(BEGIN);
  if (begin < 0) return null;
  const end = text.indexOf(END, begin);
  if (end < 0 || text.indexOf(BEGIN, begin + 1) >= 0) {
    throw new UnfitFile(`Its marks "${BEGIN}" and "${END}" do not stand in one pair.`);
  }
  const to = end + END.length;
  return { from: begin, to: text[to] === '\n' ? to + 1 : to };
}

function withoutSection(text: string): string {
  const place = placeOf(text);
  if (place === null) return text;
  const before = text.slice(0, place.from);
  return (before.endsWith('\n\n') ? before.slice(0, -1) : before) + text.slice(place.to);
}

/** A file of standing instructions, for our section in it. */
export function instructionFile(path: string): ConfigFile {
  return {
    path,
    holds: 'instructions',
    insert(text) {
      const place = placeOf(text);
      if (place !== null) return `${text.slice(0, place.from)}${SECTION}\n${text.slice(place.to)}`;
      const gap = text === '' ? '' : text.endsWith('\n') ? '\n' : '\n\n';
      return `${text}${gap}${SECTION}\n`;
    },
    remove: withoutSection,
    has: (text) => placeOf(text) !== null,
    // A line break at the end is put there by every editor.
    others: (text) => withoutSection(text).replace(/(?<!\n)\n+$/, ''),
  };
}
