// How compilers and linters report what they found. As with test runners, only their own form of summary counts.

/** What a compiler or linter found. Null means that the program did not say. */
export interface Findings {
  typeErrors: number | null;
  lintErrors: number | null;
  lintWarnings: number | null;
}

const NOTHING: Findings = { typeErrors: null, lintErrors: null, lintWarnings: null };

/** `Found 3 errors in 2 files.` with `--pretty`; without it, `src/a.ts(1,2): error TS2304: …` for each. */
const TSC_TOTAL = /^Found (\d{1,9}) errors? in \S/;
const TSC_ERROR =
  /^(?:[^\s:(][^:(]{0,400}\(\d{1,9},\d{1,9}\)|[^\s:][^:]{0,400}:\d{1,9}:\d{1,9} -)?:? ?error TS\d{1,6}: /;
/** `✖ 5 problems (3 errors, 2 warnings)` of ESLint. */
const ESLINT = /^✖ \d{1,9} problems? \((\d{1,9}) errors?, (\d{1,9}) warnings?\)$/;
/** `Found 3 errors.` and `Found 2 warnings.` of Biome, each on a line of its own, and its `Checked 12 files in 5ms.` */
const BIOME = /^Found (\d{1,9}) (errors?|warnings?)\.$/;
const BIOME_CHECKED = /^Checked \d{1,9} files? in \d/;

function ofTsc(lines: readonly string[]): Findings | null {
  const errors = lines.filter((line) => TSC_ERROR.test(line)).length;
  if (errors === 0) return null;
  const total = lines.flatMap((line) => TSC_TOTAL.exec(line)?.[1] ?? []).map(Number);
  // A build of several projects prints one total for each.
  return { ...NOTHING, typeErrors: total.length > 0 ? total.reduce((sum, count) => sum + count, 0) : errors };
}

function ofEslint(lines: readonly string[]): Findings | null {
  const found = lines.flatMap((line) => {
    const [, errors, warnings] = ESLINT.exec(line) ?? [];
    return errors === undefined ? [] : [{ errors: Number(errors), warnings: Number(warnings) }];
  });
  if (found.length === 0) return null;
  const sum = (of: 'errors' | 'warnings') => found.reduce((total, one) => total + one[of], 0);
  return { ...NOTHING, lintErrors: sum('errors'), lintWarnings: sum('warnings') };
}

function ofBiome(lines: readonly string[]): Findings | null {
  if (!lines.some((line) => BIOME_CHECKED.test(line))) return null;
  const found = lines.flatMap((line) => {
    const [, count, word] = BIOME.exec(line) ?? [];
    return word === undefined ? [] : [{ count: Number(count), isError: word.startsWith('error') }];
  });
  const sum = (isError: boolean) =>
    found.filter((one) => one.isError === isError).reduce((total, one) => total + one.count, 0);
  return { ...NOTHING, lintErrors: sum(true), lintWarnings: sum(false) };
}

/** What tsc, ESLint or Biome say in an output that is there in full; null when none of them says anything. */
export function findingsIn(output: string): Findings | null {
  const lines = output.split('\n').map((line) => line.trim());
  const all = [ofTsc(lines), ofEslint(lines), ofBiome(lines)].flatMap((found) => found ?? []);
  if (all.length === 0) return null;
  const known = (field: keyof Findings) => all.map((one) => one[field]).find((count) => count !== null) ?? null;
  return { typeErrors: known('typeErrors'), lintErrors: known('lintErrors'), lintWarnings: known('lintWarnings') };
}
