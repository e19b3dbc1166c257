import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GateResult, projectFiles } from './gate.ts';

/** The page that lists each noun of the product once. */
export const GLOSSARY = 'docs/glossary.md';

const SOURCE = /^(?:packages|apps)\/[^/]+\/src\/.*\.(?:ts|tsx|js)$/;
const ROW = /^\| (?!word |--- )/;

/** Each name in code type on the page, with its line. */
function namesOf(page: string): { name: string; line: number }[] {
  return page
    .split('\n')
    .flatMap((text, index) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => ({ name, line: index + 1 })));
}

function isInSources(name: string, sources: readonly string[]): boolean {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const whole = new RegExp(`(?<![\\w.])${escaped}(?!\\w)`);
  return sources.some((text) => whole.test(text));
}

/**
 * Checks that every name in code type in the glossary is a file, a folder, or a whole name in the sources, and that no word has
 * two rows. So a rename that forgets the page fails.
 */
export function verifyGlossary(root: string): GateResult {
  if (!existsSync(join(root, GLOSSARY))) return { problems: [`${GLOSSARY} is missing`], summary: 'no glossary' };
  const page = readFileSync(join(root, GLOSSARY), 'utf8');
  const sources = projectFiles(root)
    .filter((file) => SOURCE.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'));
  const problems = namesOf(page)
    .filter(({ name }) => (name.includes('/') ? !existsSync(join(root, name)) : !isInSources(name, sources)))
    .map(({ name, line }) => `${GLOSSARY}:${line} names \`${name}\`, which the sources do not have`);
  const words = page.split('\n').flatMap((line) => (ROW.test(line) ? [line.split('|')[1]?.trim() ?? ''] : []));
  const twice = words.filter((word, index) => words.indexOf(word) !== index);
  problems.push(...twice.map((word) => `${GLOSSARY} explains ${word} twice`));
  return { problems, summary: `${words.length} words` };
}
