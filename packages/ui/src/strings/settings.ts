import { SETTING_NAMES as names } from '@twicewise/contract';
import { count } from './numbers.ts';
import { settingsParts } from './settings-parts.ts';

/** Whether agents see drafts, according to the setting. */
export function draftsShown(tellsDrafts: boolean): string {
  return tellsDrafts
    ? 'They come after accepted lessons, marked as not reviewed.'
    : 'Agents do not see a draft before you accept it.';
}

/** Texts of the screen Settings, and of the promises on the screen Data. */
export const settings = {
  title: 'Settings',
  text: 'They hold for every project. Each change is made at once and can be undone. Agents are connected, files imported and backups made in Data.',
  loading: 'Loading settings…',
  failed: 'Could not load settings.',
  saved: (changes: Readonly<Record<string, unknown>>) => {
    const each = Object.entries(changes).map(([name, value]) => {
      const label = names[name as keyof typeof names] ?? name;
      return typeof value === 'boolean' ? `${label}, ${value ? 'on' : 'off'}` : label;
    });
    return `Setting changed: ${each.join('; ')}`;
  },
  savedName: (list: keyof typeof names, name: string, added: boolean) =>
    `Setting changed: ${names[list]}, ${name} ${added ? 'added' : 'removed'}`,
  savedNumber: (label: string, value: number) => `Setting changed: ${label}, ${count(value)}`,
  review: {
    title: settingsParts.review,
    text: 'A draft is a lesson that waits until you accept or reject it.',
    told: names['review.tellDrafts'],
    shownText: draftsShown,
    begin: 'Lessons of agents that start as drafts:',
    all: 'All',
    projects: 'From these projects',
    agents: 'From these agents',
    addProject: 'Add a project…',
    addAgent: 'Add an agent by name',
    add: 'Add',
    none: 'none',
    remove: (name: string) => `Remove ${name}`,
  },
  automatic: {
    title: settingsParts.automatic,
    text: 'Hooks show an agent lessons and earlier sessions before it asks, each once until its context is cut, within a budget of tokens. They also hand over the transcript of a session, which is recorded and searched for lessons.',
    enabled: names['remind.enabled'],
    off: 'Except in these projects',
    toStore: names['remind.toStore'],
    capture: names['capture.enabled'],
    captureOff: 'Except sessions of these projects',
    captureOffSessions: names['capture.offSessions'],
    budgets:
      'Agents are shown the lessons that fit, the best first. A lesson takes about 50 to 300 tokens: fewer tokens, fewer lessons.',
    'remind.sessionTokens': names['remind.sessionTokens'],
    'remind.promptTokens': names['remind.promptTokens'],
    'remind.failureTokens': names['remind.failureTokens'],
  },
  limits: {
    title: settingsParts.limits,
    text: 'How many recent lessons an agent gets when it asks for them, and how often a backup is made. They never change or remove a lesson.',
    'window.session': names['window.session'],
    'window.project': names['window.project'],
    'backup.everyMinutes': `${names['backup.everyMinutes']}, when something changed`,
    range: (least: number, most: number) => `${count(least)} to ${count(most)}`,
    bad: (least: number, most: number) => `A whole number from ${count(least)} to ${count(most)}.`,
  },
  attempts: {
    title: settingsParts.attempts,
    text: 'An attempt whose agent states no reward gets one from its checks. Only the proportion of the three weights counts.',
    'attempts.outputBytes': `${names['attempts.outputBytes']}, from its beginning and its end; 0 keeps none`,
    'reward.tests': names['reward.tests'],
    'reward.types': names['reward.types'],
    'reward.lint': names['reward.lint'],
  },
  turns: {
    title: settingsParts.turns,
    text: 'What models were given is kept whole and for ever. A rule puts the texts of older turns aside automatically, which can be undone; their summaries, calls and costs stay. With two rules, a turn stays whole if either keeps it.',
    'turns.keepNewest': `${names['turns.keepNewest']}; 0: no rule`,
    'turns.keepDays': `${names['turns.keepDays']}; 0: no rule`,
  },
  privacy: {
    title: 'Privacy',
    text: 'What is kept, what is not, and who can see it.',
    points: [
      'Nothing leaves this machine, and there is no telemetry. Only an embedding server that you name yourself gets texts.',
      'Known kinds of secrets are taken out before anything is written. This is a net, not a promise.',
      'What agents asked is kept, without secrets, so that you can see what they were shown.',
      'A purge in the bin removes a lesson for good, from the operations log too. Backups made before still hold it.',
      'Only your user can read the folder; the page needs the token of its link.',
    ],
  },
};
