import { diffArrays } from 'diff';

/** Removed and added lines at one place of a file. */
export interface Hunk {
  gone: string[];
  come: string[];
}

/** Above this number of different lines an edit is treated as one place, because comparing takes quadratic time. */
const MAX_DIFFERENCES = 500;

/** The places at which two texts differ, line by line. */
export function hunksOf(before: readonly string[], after: readonly string[]): Hunk[] {
  const changes = diffArrays([...before], [...after], { maxEditLength: MAX_DIFFERENCES });
  if (!changes) {
    const [were, are] = [new Set(before), new Set(after)];
    return [{ gone: before.filter((line) => !are.has(line)), come: after.filter((line) => !were.has(line)) }];
  }
  const hunks: Hunk[] = [];
  let apart = true;
  for (const { added, removed, value } of changes) {
    const differs = added || removed;
    if (differs && apart) hunks.push({ gone: [], come: [] });
    apart = !differs;
    if (differs) (added ? hunks.at(-1)?.come : hunks.at(-1)?.gone)?.push(...value);
  }
  return hunks;
}
