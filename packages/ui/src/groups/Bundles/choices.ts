import type { BundleChoice, OutputOf } from '@twicewise/contract';

type Preview = OutputOf<'bundle.preview'>;

/** What a person decided: for all that differs in a way, and for single items. */
export interface Choices {
  changedThere: BundleChoice;
  /** Undefined: conflicts are left as they are. */
  conflicting: BundleChoice | undefined;
  /** By id, before the others. */
  items: Readonly<Record<string, BundleChoice>>;
}

/** As an import begins: what changed only there is taken, conflicts are left. */
export const NO_CHOICES: Choices = { changedThere: 'theirs', conflicting: undefined, items: {} };

/** What an item comes to; undefined for one that nobody decided on. */
export function choiceOf({ id, standing }: Preview['items'][number], choices: Choices): BundleChoice | undefined {
  return choices.items[id] ?? (standing === 'conflicting' ? choices.conflicting : choices.changedThere);
}

/** The choices with one for an item, or without it: then the one for all counts. */
export function withBundleChoice(choices: Choices, id: string, choice: BundleChoice | undefined): Choices {
  const { [id]: _before, ...others } = choices.items;
  return { ...choices, items: choice === undefined ? others : { ...others, [id]: choice } };
}

/** The choices with one for all that stands so. What changed only there is never left undecided. */
export function withAll(
  choices: Choices,
  standing: 'changedThere' | 'conflicting',
  choice: BundleChoice | undefined,
): Choices {
  return standing === 'conflicting'
    ? { ...choices, conflicting: choice }
    : { ...choices, changedThere: choice ?? 'theirs' };
}

/** Records of all kinds that stand so. */
export function countOf(kinds: Preview['kinds'], standing: 'new' | 'changedThere' | 'conflicting'): number {
  return kinds.reduce((sum, kind) => sum + kind[standing], 0);
}

/** Conflicts that nobody decided on. Those beyond the items that are listed go by the choice for all. */
export function undecided({ kinds, items }: Pick<Preview, 'kinds' | 'items'>, choices: Choices): number {
  if (choices.conflicting !== undefined) return 0;
  const decided = items.filter(({ id, standing }) => standing === 'conflicting' && choices.items[id] !== undefined);
  return countOf(kinds, 'conflicting') - decided.length;
}
