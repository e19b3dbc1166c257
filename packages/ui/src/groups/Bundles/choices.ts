import type { BundleChoice, OutputOf } from '@twicewise/contract';

type Preview = OutputOf<'bundle.preview'>;

/** A person's choices: for all items of one standing, and for single items. */
export interface Choices {
  changedThere: BundleChoice;
  /** Undefined: conflicts are left unresolved. */
  conflicting: BundleChoice | undefined;
  /** By id; these override the choices for all. */
  items: Readonly<Record<string, BundleChoice>>;
}

/** The choices at the start of an import: what changed only there is taken, and conflicts are left unresolved. */
export const NO_CHOICES: Choices = { changedThere: 'theirs', conflicting: undefined, items: {} };

/** The choice that applies to an item; undefined when nobody decided. */
export function choiceOf({ id, standing }: Preview['items'][number], choices: Choices): BundleChoice | undefined {
  return choices.items[id] ?? (standing === 'conflicting' ? choices.conflicting : choices.changedThere);
}

/** The choices with one for an item. Undefined removes it, and the choice for all applies again. */
export function withBundleChoice(choices: Choices, id: string, choice: BundleChoice | undefined): Choices {
  const { [id]: _before, ...others } = choices.items;
  return { ...choices, items: choice === undefined ? others : { ...others, [id]: choice } };
}

/** The choices with one for all items of a standing. What changed only there is never left undecided. */
export function withAll(
  choices: Choices,
  standing: 'changedThere' | 'conflicting',
  choice: BundleChoice | undefined,
): Choices {
  return standing === 'conflicting'
    ? { ...choices, conflicting: choice }
    : { ...choices, changedThere: choice ?? 'theirs' };
}

/** The number of records of all kinds with that standing. */
export function countOf(kinds: Preview['kinds'], standing: 'new' | 'changedThere' | 'conflicting'): number {
  return kinds.reduce((sum, kind) => sum + kind[standing], 0);
}

/** The number of undecided conflicts. Items beyond those listed follow the choice for all. */
export function undecided({ kinds, items }: Pick<Preview, 'kinds' | 'items'>, choices: Choices): number {
  if (choices.conflicting !== undefined) return 0;
  const decided = items.filter(({ id, standing }) => standing === 'conflicting' && choices.items[id] !== undefined);
  return countOf(kinds, 'conflicting') - decided.length;
}
