import * as z from 'zod';

const values = {
  'window.session': z
    .int()
    .min(1)
    .max(1000)
    .describe('Most lessons of one session that reflection.recent returns (S0-41)'),
  'window.project': z
    .int()
    .min(1)
    .max(10_000)
    .describe('Most lessons of one project that reflection.recent returns (S0-42)'),
  'review.agentWritesAreDrafts': z.boolean().describe('Lessons written by agents wait for a person'),
  'backup.everyMinutes': z.int().min(1).max(1440).describe('Shortest time between rolling backups'),
  'ui.theme': z.enum(['system', 'light', 'dark']).describe('Colours of the interface'),
};

/** Every setting with its default. Windows bound what prompts see; they never change or remove a row (X3). */
export const settings = z.strictObject({
  'window.session': values['window.session'].default(20),
  'window.project': values['window.project'].default(100),
  'review.agentWritesAreDrafts': values['review.agentWritesAreDrafts'].default(false),
  'backup.everyMinutes': values['backup.everyMinutes'].default(15),
  'ui.theme': values['ui.theme'].default('system'),
});
/** See {@link settings}. */
export type Settings = z.infer<typeof settings>;
/** Name of one setting. */
export type SettingKey = keyof Settings;

/** Some settings to change. Without defaults: `partial()` of a schema with defaults would reset what is not named. */
export const settingChanges = z.strictObject(values).partial();
