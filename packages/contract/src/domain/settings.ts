import * as z from 'zod';
import { type RangedSetting, SETTING_RANGES } from '../facts/setting-ranges.ts';
import { projectId } from './ids.ts';
import { label } from './text.ts';

/** An address of a server over HTTP, without credentials: they would be stored, shown and written to backups. */
const httpAddress = z
  .url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })
  .max(2048)
  .refine((value) => !/^https?:[\\/]*[^\\/?#]*@/i.test(value), { message: 'must not hold a user name or password' })
  .refine((value) => !/[?#]/.test(value), {
    message: 'must end with its path: keys and the like do not belong into it',
  });

/** A whole number within the range of that setting. */
const ranged = (name: RangedSetting) => z.int().min(SETTING_RANGES[name][0]).max(SETTING_RANGES[name][1]);

const days = z.int().min(0).max(3650);
const share = z.number().min(0).max(1);
const cases = z.int().min(1).max(1000);

const values = {
  'window.session': ranged('window.session').describe('Most lessons of one session that reflection.recent returns'),
  'window.project': ranged('window.project').describe('Most lessons of one project that reflection.recent returns'),
  'review.agentWritesAreDrafts': z.boolean().describe('Lessons written by agents wait for a person, all of them'),
  'review.draftProjects': z
    .array(projectId)
    .max(1000)
    .describe('Projects in which lessons written by agents wait for a person'),
  'review.draftAgents': z
    .array(label(256))
    .max(1000)
    .describe('Agents whose lessons wait for a person, by the name they write under'),
  'review.tellDrafts': z
    .boolean()
    .describe('Agents are told drafts too, below accepted lessons and marked as not reviewed; false holds them back'),
  'review.unreadDays': days.describe(
    'A lesson that no agent was ever shown is asked about after so many days; 0: at once',
  ),
  'review.staleDays': days.describe('A lesson that was shown last so many days ago is asked about'),
  'remind.enabled': z.boolean().describe('Agents are told what matters without asking; false keeps every hook silent'),
  'remind.offProjects': z.array(projectId).max(1000).describe('Projects in which hooks keep silent'),
  'remind.toStore': z
    .boolean()
    .describe(
      'An agent that mended a failing command and stored nothing is asked once per session to store what it learned',
    ),
  'remind.sessionTokens': ranged('remind.sessionTokens').describe('Most tokens at the start of a session'),
  'remind.promptTokens': ranged('remind.promptTokens').describe('Most tokens with a prompt'),
  'remind.failureTokens': ranged('remind.failureTokens').describe('Most tokens after a failed tool call'),
  'capture.enabled': z
    .boolean()
    .describe('Sessions are written down by themselves, from the transcripts that agents’ programs keep'),
  'capture.offProjects': z.array(projectId).max(1000).describe('Projects whose sessions are not written down'),
  'capture.offSessions': z
    .array(label(512))
    .max(1000)
    .describe('Sessions that are not written down, by the names that their agents’ programs give them'),
  'attempts.outputBytes': ranged('attempts.outputBytes').describe(
    'Most of each output of an attempt that is kept, half from its beginning and half from its end, in bytes; 0 keeps none. Its ' +
      'size is always kept',
  ),
  'reward.tests': ranged('reward.tests').describe(
    'Weight of passed tests in the reward of an attempt. Only the proportion of the three weights counts',
  ),
  'reward.types': ranged('reward.types').describe('Weight of code without errors of types, or that builds'),
  'reward.lint': ranged('reward.lint').describe('Weight of code without errors of the linter'),
  'turns.keepNewest': ranged('turns.keepNewest').describe(
    'Newest turns of each session that keep their texts; older ones are pruned (turn.prune). 0: their number prunes none',
  ),
  'turns.keepDays': ranged('turns.keepDays').describe(
    'Days for which turns keep their texts; older ones are pruned. 0: their age prunes none. Of two rules, a turn that either keeps stays',
  ),
  'backup.everyMinutes': ranged('backup.everyMinutes').describe('Shortest time between rolling backups'),
  'embedding.provider': z
    .enum(['off', 'builtin', 'ollama', 'openai'])
    .describe(
      'What turns texts into vectors for search by meaning: nothing, the model that Twicewise brings along (offline), a ' +
        'server of Ollama, or any that is compatible with OpenAI',
    ),
  'embedding.url': httpAddress.describe('Address of the server, if it is one; lessons and questions are sent there'),
  'embedding.model': label(256).describe('Name of the model on that server; the built-in one needs none'),
  'causes.isolatedDays': days.describe(
    'A node of the causal graph that one session has and nothing is tied to leaves the active graph after so many days',
  ),
  'patterns.worksFrom': share.describe('A pattern works when at least this share of its known cases succeeded'),
  'patterns.worksCases': cases.describe('Known cases that this needs at least'),
  'patterns.failsUpTo': share.describe('A pattern fails when at most this share of its known cases succeeded'),
  'patterns.failsCases': cases.describe('Known cases that this needs at least'),
  'ui.theme': z.enum(['system', 'light', 'dark']).describe('Colours of the interface'),
};

/** Every setting with its default. Windows limit what prompts see; they never change or remove a row (X3). */
export const settings = z.strictObject({
  'window.session': values['window.session'].default(20),
  'window.project': values['window.project'].default(100),
  'review.agentWritesAreDrafts': values['review.agentWritesAreDrafts'].default(false),
  'review.draftProjects': values['review.draftProjects'].default([]),
  'review.draftAgents': values['review.draftAgents'].default([]),
  'review.tellDrafts': values['review.tellDrafts'].default(true),
  'review.unreadDays': values['review.unreadDays'].default(30),
  'review.staleDays': values['review.staleDays'].default(90),
  'remind.enabled': values['remind.enabled'].default(true),
  'remind.offProjects': values['remind.offProjects'].default([]),
  'remind.toStore': values['remind.toStore'].default(true),
  'remind.sessionTokens': values['remind.sessionTokens'].default(300),
  'remind.promptTokens': values['remind.promptTokens'].default(400),
  'remind.failureTokens': values['remind.failureTokens'].default(400),
  'capture.enabled': values['capture.enabled'].default(true),
  'capture.offProjects': values['capture.offProjects'].default([]),
  'capture.offSessions': values['capture.offSessions'].default([]),
  'attempts.outputBytes': values['attempts.outputBytes'].default(4096),
  'reward.tests': values['reward.tests'].default(50),
  'reward.types': values['reward.types'].default(30),
  'reward.lint': values['reward.lint'].default(20),
  'turns.keepNewest': values['turns.keepNewest'].default(0),
  'turns.keepDays': values['turns.keepDays'].default(0),
  'backup.everyMinutes': values['backup.everyMinutes'].default(15),
  'embedding.provider': values['embedding.provider'].default('builtin'),
  'embedding.url': values['embedding.url'].default('http://127.0.0.1:11434'),
  'embedding.model': values['embedding.model'].default('nomic-embed-text'),
  'causes.isolatedDays': values['causes.isolatedDays'].default(90),
  'patterns.worksFrom': values['patterns.worksFrom'].default(0.7),
  'patterns.worksCases': values['patterns.worksCases'].default(3),
  'patterns.failsUpTo': values['patterns.failsUpTo'].default(0.3),
  'patterns.failsCases': values['patterns.failsCases'].default(2),
  'ui.theme': values['ui.theme'].default('system'),
});
/** See {@link settings}. */
export type Settings = z.infer<typeof settings>;
/** Name of one setting. */
export type SettingKey = keyof Settings;

/**
 * Settings that decide what leaves the machine, and what of agents' words a person wants to see first: only a person
 * changes them, by whatever way.
 */
export const GUARDED_SETTINGS: readonly SettingKey[] = [
  'embedding.provider',
  'embedding.url',
  'embedding.model',
  'review.agentWritesAreDrafts',
  'review.draftProjects',
  'review.draftAgents',
  'review.tellDrafts',
];

/**
 * Settings to change. Built without defaults, because `partial()` of a schema with defaults would reset settings that are not
 * named.
 */
export const settingChanges = z.strictObject(values).partial();
