import type { StuckStretch } from '@twicewise/contract';
import type { AttemptMeasures } from '@twicewise/store';

type Edit = AttemptMeasures['edits'][number];

/** An edit that was made, and whether it has been taken back since. */
interface Made {
  edit: Edit;
  /** Place of the attempt that made it. */
  at: number;
  isTakenBack: boolean;
}

const isSame = (one: Edit, other: Edit) => one.before === other.before && one.after === other.after;

/** True for an edit that puts back what another one replaced. One that writes a whole file takes back what was written before. */
const takesBack = (later: Edit, { before, after }: Edit) =>
  before === '' ? later.before === '' && later.after !== after : later.before === after && later.after === before;

/** Maximum number of edits of a file that are remembered. */
const MAX_MADE = 200;

/** The edits of one file since the last success or find. */
class FileEdits {
  #made: Made[] = [];

  /** Takes the next edit. Returns the place of the attempt that made the same edit first, when it was taken back in between. */
  take(edit: Edit, at: number): number | null {
    if (edit.before === edit.after) return null;
    const first = this.#made.find((one) => one.isTakenBack && isSame(one.edit, edit));
    if (first) {
      this.#made = [];
      return first.at;
    }
    for (const one of this.#made) if (takesBack(edit, one.edit)) one.isTakenBack = true;
    if (!this.#made.some((one) => isSame(one.edit, edit))) this.#made.push({ edit, at, isTakenBack: false });
    if (this.#made.length > MAX_MADE) this.#made.shift();
    return null;
  }
}

/** Stretches within attempts none of which succeeded. */
function within(attempts: readonly AttemptMeasures[]): StuckStretch[] {
  const files = new Map<string, FileEdits>();
  return attempts.flatMap(({ edits }, at) =>
    edits.flatMap((edit): StuckStretch[] => {
      const file = files.get(edit.path) ?? new FileEdits();
      files.set(edit.path, file);
      const first = file.take(edit, at);
      const stretch = first === null ? [] : attempts.slice(first, at + 1);
      if (!stretch.some(({ outcome }) => outcome === 'failure')) return [];
      return [{ reason: 'back_and_forth', attemptIds: stretch.map(({ id }) => id), what: edit.path }];
    }),
  );
}

/**
 * Attempts from an edit to the same edit again, where it was taken back in between and something failed meanwhile. To take an edit
 * back is no circle, such as what was put in to look at something; a success ends it.
 */
export function backAndForth(measures: readonly AttemptMeasures[]): StuckStretch[] {
  const runs: AttemptMeasures[][] = [[]];
  for (const one of measures) {
    if (one.outcome === 'success') runs.push([]);
    else runs.at(-1)?.push(one);
  }
  return runs.flatMap(within);
}
