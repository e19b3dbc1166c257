import type { OutputOf } from '@twicewise/contract';
import { count, plural } from './numbers.ts';

type Preview = OutputOf<'project.previewMerge'>;

function moves({ from, into, sessions, reflections }: Preview): string {
  const lessons = plural(reflections, 'lesson', 'lessons');
  return `Moves ${lessons} and ${plural(sessions, 'session', 'sessions')} from ${from.name} to ${into.name}.`;
}

/** Texts for actions on the project of the window. */
export const project = {
  rename: 'Rename…',
  renameTitle: (name: string) => `Rename ${name}`,
  name: 'Name',
  renameHint: 'Agents that use its own id or its folder are not affected.',
  checks: 'Checks…',
  checksTitle: (name: string) => `Checks of ${name}`,
  checksLabel: 'Commands, one on each line',
  checksHint:
    'Tests, linters and compilers are known. Name other commands that check this project, such as “just gate”, by how they begin. Such a check ends an attempt in sessions that are read from now on; sessions that were read before follow when they are read again.',
  merge: 'Merge into…',
  mergeTitle: (name: string) => `Merge ${name} into another project`,
  into: 'Into',
  choose: 'Choose a project',
  reading: 'Checking what this would move…',
  failed: 'Could not preview the merge.',
  moves,
  bin: 'Lessons in the bin count too.',
  folder: ({ from, into }: Preview) => `What agents store in ${from.name} from then on lands in ${into.name}.`,
  renamed: (value: number) =>
    value === 1
      ? 'One of them has an id of its own that is taken there; the name of this project is added to it.'
      : `${count(value)} of them have ids of their own that are taken there; the name of this project is added to them.`,
  asJob: 'Runs in the background. You can stop it, and undo it as a whole.',
  run: 'Merge',
  noneChosen: 'No project is chosen',
  noOther: 'There is no other project',
  done: {
    renamed: (name: string) => `Project renamed: ${name}`,
    checked: (name: string) => `Checks of ${name} changed`,
    merged: (from: string, into: string) => `Project ${from} merged into ${into}`,
  },
};
