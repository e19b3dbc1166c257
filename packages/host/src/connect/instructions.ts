import { PRODUCT } from '@twicewise/contract';
import { type ConfigFile, UnfitFile } from './config-file.ts';

// A section in a person's file of standing instructions for agents (AGENTS.md, CLAUDE.md, …). Marks around it let us find it
// again. Everything outside the marks belongs to the person.

const BEGIN = `<!-- ${PRODUCT.command}: begin -->`;
const END = `<!-- ${PRODUCT.command}: end -->`;

/** Tells an agent to use the memory where no hook can. */
export const INSTRUCTIONS = [
  `Before a task and before every retry, call \`memory_brief\` of ${PRODUCT.mcpKey} with what you are about to do.`,
  'After every attempt, successful or not, call `reflection_store`; name the lessons that you used in `lessonsUsed`.',
] as const;

const SECTION = [BEGIN, `## ${PRODUCT.name}`, '', ...INSTRUCTIONS.map((line) => `- ${line}`), END].join('\n');

/** Start and end of our section, including the blank line that we put before it; null if there is none. */
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

/** A file of standing instructions that holds our section. */
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
    // Every editor adds a line break at the end, so it does not count as a change.
    others: (text) => withoutSection(text).replace(/(?<!\n)\n+$/, ''),
  };
}
