import type { BundleChoice, BundleKind, BundleStanding, OutputOf } from '@twicewise/contract';
import { bundleTitles } from './bundle-titles.ts';
import { fieldName } from './names.ts';
import { bytes, count, plural } from './numbers.ts';

type Place = OutputOf<'bundle.preview'>['projects'][number];

const kinds: Record<BundleKind, string> = {
  project: 'Projects',
  source: 'Sources',
  session: 'Sessions',
  reflection: 'Lessons',
  feedback: 'Feedback',
  episode: 'Session logs',
  claim: 'Claims about causes',
  attempt: 'Attempts',
  turn: 'Turns',
  setting: 'Saved views and rules',
};

const kind: Record<BundleKind, string> = {
  project: 'Project',
  source: 'Source',
  session: 'Session',
  reflection: 'Lesson',
  feedback: 'Feedback',
  episode: 'Session log',
  claim: 'Claim about a cause',
  attempt: 'Attempt',
  turn: 'Turn',
  setting: 'Saved view or rule',
};

const notCarried: Record<string, string> = {
  exposures: 'what agents were shown',
  calls: 'calls of agents',
  operations: 'the log of writes, with its undo',
  jobs: 'jobs',
  'other settings': 'settings of this machine',
};

const secrets: Record<string, string> = {
  home_path: 'Home folder',
  email: 'Mail address',
  secret_value: 'Something like a secret',
  private_key: 'Private key',
};

/** The name of a kind of secret. A kind without a text of its own is shown by its name: `github_token` as "GitHub token". */
function secretName(what: string): string {
  const plain = what.replaceAll('_', ' ');
  return secrets[what] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** The place of a finding; the contract gives it as `reflection ID whatWorked.0`. */
function foundAt(place: string): { where: string; id: string } {
  const [of = '', id = '', ...path] = place.split(' ');
  const [field = ''] = path.join(' ').split('.');
  return { where: `${kind[of as BundleKind] ?? of}, ${fieldName(field)}`, id };
}

const because: Record<Place['because'], string> = {
  chosen: 'chosen',
  'same id': 'it is the same project',
  'same folder': 'of the same folder',
  'same name': 'of the same name',
  new: 'not known here',
};

const standing: Record<BundleStanding, string> = {
  new: 'New',
  identical: 'Same',
  changedHere: 'Changed here',
  changedThere: 'Changed there',
  conflicting: 'In conflict',
};

const choice: Record<BundleChoice, string> = { mine: 'Mine', theirs: 'Theirs', both: 'Both' };

/** Texts for bundles, which carry a memory, or a part of it, to another memory. */
export const bundles = {
  title: 'Memory bundles',
  text: 'One file with the memory, or a part of it, for another machine or another person.',
  again:
    'Records keep their ids: importing a bundle twice changes nothing, and what differs is shown before it is decided.',
  export: 'Export…',
  import: 'Import…',
  kinds,
  kind,
  running: 'Under way. It goes on when this is closed; the line at the foot shows how far it is.',
  busy: (title: string) => `Wait until this has ended: ${title}.`,
  toExport: {
    title: bundleTitles.export,
    what: 'What goes in',
    everything: 'Everything that a bundle carries, the bin included',
    lessons: 'All lessons',
    lessonsText: 'Not the rejected ones and those in the bin. Their projects, sessions and feedback go with them.',
    projects: 'Some projects',
    projectList: 'Projects to export',
    chosen: {
      selected: (value: number) => `The ${plural(value, 'selected lesson', 'selected lessons')}`,
      selectedSessions: (value: number) => `The ${plural(value, 'selected session', 'selected sessions')}`,
      listedSessions: (value: number) => `The ${plural(value, 'session', 'sessions')} of this list`,
      list: (value: number) => `The ${plural(value, 'lesson', 'lessons')} of this list`,
      hits: (value: number) => `The ${plural(value, 'hit', 'hits')} of this search`,
      bestHits: (value: number) => `The best ${plural(value, 'hit', 'hits')} of this search, which has more`,
    },
    chooseProjects: 'Choose at least one project.',
    noProjects: 'There are no projects.',
    chosenText: {
      lessons: (value: number) =>
        value === 1
          ? 'Its project, session and feedback go with it.'
          : 'Their projects, sessions and feedback go with them.',
      sessions: (value: number) =>
        value === 1
          ? 'Its log, attempts, turns and lessons go with it.'
          : 'Their logs, attempts, turns and lessons go with them.',
    },
    holds: 'What it will hold',
    looking: 'Looking through all of it…',
    failed: 'What it would hold could not be looked at.',
    nothing: 'Nothing.',
    notCarried: 'Stays here',
    notCarriedOf: (what: string) => notCarried[what] ?? what,
    scan: 'What the scan for secrets found',
    clean: 'No secrets, home folders or mail addresses.',
    found: (what: string, times: number) => `${secretName(what)}, ${plural(times, 'time', 'times')}`,
    foundAt,
    more: (value: number) => `and ${plural(value, 'more place', 'more places')}`,
    redact: 'Replace them in the file; the memory stays as it is',
    where: 'Where to',
    path: 'File',
    pathText: 'A path on the machine on which Twicewise runs.',
    choose: 'Choose a place…',
    chooseOther: 'Choose another…',
    noPlace: 'No place chosen yet.',
    overwrite: 'Replace the file if it is there',
    write: 'Write the bundle',
    writeAsIs: 'Write it as it is',
    changed: 'The scan found something else than was shown, so nothing was written. This is what it finds now.',
    notDone: 'No bundle was written.',
    done: 'The bundle is written',
    sha256: 'SHA-256',
    reveal: 'Show in its folder',
    notShown: 'It could not be shown.',
  },
  toImport: {
    title: bundleTitles.import,
    path: 'File',
    pathText: 'The path of a bundle on the machine on which Twicewise runs.',
    choose: 'Choose a bundle…',
    chooseOther: 'Choose another…',
    look: 'Look into it',
    looking: 'Loading all of it…',
    failed: 'This bundle cannot be imported.',
    madeBy: (product: string, size: number) => `Made by ${product}, ${bytes(size)}`,
    holds: 'What it would do here',
    kindColumn: 'Kind',
    standing,
    standingText: {
      identical: 'Nothing to do',
      changedHere: 'Stays as it is here',
      changedThere: 'Changed only in the bundle',
      conflicting: 'Nothing says which one is later',
    },
    nothing: 'Nothing in it is new. Importing it would change nothing.',
    projects: 'Where its projects go',
    projectsHere: (value: number) =>
      `${plural(value, 'project is', 'projects are')} here already and ${value === 1 ? 'stays itself' : 'stay themselves'}`,
    goesTo: (name: string) => `Where ${name} goes`,
    newProject: 'A new project',
    because: (why: Place['because']) => because[why],
    mapFailed: 'It cannot go there.',
    moreProjects: (value: number) =>
      `${plural(value, 'more project goes', 'more projects go')} where folder or name are known.`,
    differences: 'What differs',
    differText: 'A choice of its own goes before the choice for all.',
    all: {
      changedThere: (value: number) => `Changed there, ${count(value)}`,
      conflicting: (value: number) => `In conflict, ${count(value)}`,
    },
    choice,
    undecided: 'Undecided',
    choiceOf: (title: string) => `What to keep: ${title}`,
    differs: (names: readonly string[]) => `Differs in ${names.map(fieldName).join(', ')}`,
    moreItems: (value: number) => `${plural(value, 'more differs', 'more differ')}; the choice for all holds for them.`,
    left: (value: number) =>
      `${plural(value, 'conflict is', 'conflicts are')} undecided and will stay as ${value === 1 ? 'it is' : 'they are'} here. Import the bundle again to decide later.`,
    asDrafts: 'New lessons wait as drafts until they are accepted: for bundles of someone else',
    unknown: (names: string) => `Not known to this version, and kept: ${names}.`,
    do: 'Import',
    changed:
      'The bundle, or the memory, changed since this was shown, so nothing was done. This is what it would do now.',
    notDone: 'Nothing was imported.',
    done: 'The bundle is imported',
    undo: 'Undo, in the line at the foot, removes all of it.',
  },
};
