import type { OutputOf } from '@twicewise/contract';
import { count, plural } from './numbers.ts';

type Preview = OutputOf<'backup.preview'>;

/** How many more or fewer lessons there would be. */
function difference(then: number, now: number): string {
  if (then === now) return ', as many as now';
  return `, ${count(Math.abs(then - now))} ${then < now ? 'fewer' : 'more'} than now`;
}

/** What agents are told about drafts, according to the setting. */
export function draftsTold(tellsDrafts: boolean): string {
  return tellsDrafts
    ? 'They come after accepted lessons, marked as not reviewed.'
    : 'Agents are told no draft before you accept it.';
}

/** Texts of the settings and promises on the screen Data. */
export const settings = {
  failed: 'The settings could not be read.',
  saved: 'Setting changed',
  save: 'Save',
  review: {
    title: 'Review of what agents write',
    text: 'A draft is a lesson that waits until you accept or reject it.',
    told: 'Agents are told drafts too',
    toldText: draftsTold,
    begin: 'Which lessons of agents begin as drafts:',
    all: 'All of them',
    projects: 'Those of these projects',
    agents: 'Those of these agents',
    addProject: 'Add a project…',
    addAgent: 'Add an agent by name',
    add: 'Add',
    none: 'none',
    remove: (name: string) => `Remove ${name}`,
  },
  remind: {
    title: 'Told and written down unasked',
    text: 'Hooks bring lessons and earlier sessions before an agent asks: each once until its context is cut, within a budget of tokens. They also hand over the transcript of a session, from which it is recorded and drafts of lessons are made.',
    enabled: 'Agents are told unasked',
    off: 'Not in these projects',
    toStore: 'Agents that mended something are asked once to store it',
    capture: 'Sessions are written down by themselves',
    captureOff: 'Not the sessions of these projects',
    captureOffSessions: 'Paused sessions',
    'remind.sessionTokens': 'Tokens at the start of a session',
    'remind.promptTokens': 'Tokens with a prompt',
    'remind.failureTokens': 'Tokens after a failed tool call',
  },
  limits: {
    title: 'Limits',
    text: 'They bound what an answer shows, and never change or remove a lesson.',
    'window.session': 'Recent lessons of a session',
    'window.project': 'Recent lessons of a project',
    'backup.everyMinutes': 'Minutes between backups, when something changed',
    range: (least: number, most: number) => `${count(least)} to ${count(most)}`,
    bad: (least: number, most: number) => `A whole number from ${count(least)} to ${count(most)}.`,
  },
  attempts: {
    title: 'Attempts',
    text: 'An attempt whose agent states no reward gets one from its checks. Only the proportion of the three weights counts.',
    'attempts.outputBytes': 'Bytes kept of each output, from its beginning and its end; 0 keeps none',
    'reward.tests': 'Weight of passed tests',
    'reward.types': 'Weight of code without errors of types',
    'reward.lint': 'Weight of code without errors of the linter',
  },
  privacy: {
    title: 'Privacy',
    text: 'What is kept, what is not, and who can see it.',
    points: [
      'Nothing is sent anywhere, and there is no telemetry. Only an embedding server that you name yourself gets texts.',
      'Known kinds of secrets are taken out before anything is written. This is a net, not a promise.',
      'What agents asked is kept, without secrets, so that you can see what they were told.',
      'A purge in the bin removes a lesson for good, from the operations log too. Backups made before still hold it.',
      'Only your user can read the folder; the page needs the token of its link.',
    ],
  },
  restore: {
    looking: 'Looking into it…',
    holds: ({ holds, now, total }: Preview) =>
      `It holds ${plural(holds.reflections, 'lesson', 'lessons')}${now ? difference(holds.reflections, now.reflections) : ''}.${total > 0 ? ` The full check finds ${plural(total, 'problem', 'problems')} in it.` : ''} Replace the memory by it?`,
  },
};
