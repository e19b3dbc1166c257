import type { TurnPart } from '@twicewise/contract';
import { diffArrays } from 'diff';

/** A part of the context beside the turn before: whether it was given then, too, and where it stood. */
export interface ComparedPart {
  /** Place among the parts of its turn. */
  index: number;
  part: TurnPart;
  /** `changed`: the turn before had another text in its place. */
  state: 'same' | 'changed' | 'new';
  /** Place of it in the turn before; null for a new one. */
  before: number | null;
}

interface Placed {
  index: number;
  part: TurnPart;
}

/** Comparing ends here, and what is left counts as replaced; the work grows with the square of this. */
const MOST_CHANGES = 1000;

/** What the model was given, each part with its place. */
export function contextParts(parts: readonly TurnPart[]): Placed[] {
  return parts.map((part, index) => ({ part, index })).filter(({ part }) => part.side === 'context');
}

const nameOf = ({ part }: Placed) => `${part.kind}\n${part.name ?? ''}`;

/** Parts that came, each with the first one of its kind and name that went and is not taken yet. */
function paired(gone: readonly Placed[], come: readonly Placed[]): { parts: ComparedPart[]; gone: Placed[] } {
  const left = [...gone];
  const parts = come.map((placed): ComparedPart => {
    const at = left.findIndex((one) => nameOf(one) === nameOf(placed));
    const [old] = at < 0 ? [] : left.splice(at, 1);
    return { ...placed, state: old ? 'changed' : 'new', before: old?.index ?? null };
  });
  return { parts, gone: left };
}

/**
 * The parts of a context beside those of the turn before, and the parts that were not given again. Parts of equal text are the
 * same; between these, a part takes the place of one of its kind and name.
 */
export function compareParts(
  before: readonly TurnPart[],
  after: readonly TurnPart[],
): { parts: ComparedPart[]; gone: Placed[] } {
  const [old, now] = [contextParts(before), contextParts(after)];
  const hashes = [old, now].map((parts) => parts.map(({ part }) => part.hash)) as [string[], string[]];
  const changes = diffArrays(...hashes, { maxEditLength: MOST_CHANGES });
  if (!changes) return paired(old, now);
  const parts: ComparedPart[] = [];
  const gone: Placed[] = [];
  let [oldAt, nowAt] = [0, 0];
  let [went, came]: [Placed[], Placed[]] = [[], []];
  const settle = () => {
    const run = paired(went, came);
    parts.push(...run.parts);
    gone.push(...run.gone);
    [went, came] = [[], []];
  };
  for (const { added, removed, value } of changes) {
    const size = value.length;
    if (removed) went.push(...old.slice(oldAt, oldAt + size));
    else if (added) came.push(...now.slice(nowAt, nowAt + size));
    else {
      settle();
      const start = oldAt;
      const same = now.slice(nowAt, nowAt + size);
      parts.push(
        ...same.map(
          (placed, place): ComparedPart => ({ ...placed, state: 'same', before: old[start + place]?.index ?? null }),
        ),
      );
    }
    if (!added) oldAt += size;
    if (!removed) nowAt += size;
  }
  settle();
  return { parts, gone };
}

/** Parts that are drawn one by one, or so many as before in a row that they are folded into one line. */
export type PartRun = { kind: 'part'; compared: ComparedPart } | { kind: 'same'; parts: ComparedPart[] };

/** More parts as before in a row than this are folded: a conversation repeats all its messages each turn. */
const MOST_SAME = 3;

/** The parts of a context with long runs of those as before folded. */
export function foldSame(parts: readonly ComparedPart[]): PartRun[] {
  const runs: PartRun[] = [];
  let same: ComparedPart[] = [];
  const settle = () => {
    if (same.length > MOST_SAME) runs.push({ kind: 'same', parts: same });
    else runs.push(...same.map((compared): PartRun => ({ kind: 'part', compared })));
    same = [];
  };
  for (const compared of parts) {
    if (compared.state === 'same') same.push(compared);
    else {
      settle();
      runs.push({ kind: 'part', compared });
    }
  }
  settle();
  return runs;
}
