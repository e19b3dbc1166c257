import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GateResult, projectFiles, runGate } from './gate.ts';

/**
 * Maximum number of lines in a source file. The style guide asks for 300; beyond this number the build fails. Biome checks the
 * length of functions.
 */
export const MAX_LINES = 400;
const SOURCE = /\.(?:ts|tsx|js|jsx|mjs|cjs|css)$/;
/** Files written by programs, and data of tests. Nothing else is exempt. */
const EXEMPT = /(?:^|\/)(?:generated|fixtures|__snapshots__)\//;

/** Checks that no source file is longer than {@link MAX_LINES}. */
export function verifySize(root: string): GateResult {
  const files = projectFiles(root).filter((file) => SOURCE.test(file) && !EXEMPT.test(file));
  const sizes = files.map((file) => ({ file, lines: lineCount(readFileSync(join(root, file), 'utf8')) }));
  const longest = Math.max(0, ...sizes.map(({ lines }) => lines));
  return {
    problems: sizes
      .filter(({ lines }) => lines > MAX_LINES)
      .map(({ file, lines }) => `${file} has ${lines} lines, the limit is ${MAX_LINES}; split it by concept`),
    summary: `${files.length} source files, the longest has ${longest} lines`,
  };
}

function lineCount(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

runGate(import.meta.url, 'size', verifySize);
