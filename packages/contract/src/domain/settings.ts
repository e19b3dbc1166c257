import * as z from 'zod';

/** Every setting with its default. Windows bound what prompts see; they never change or remove a row (X3). */
export const settings = z.strictObject({
  'window.session': z
    .int()
    .min(1)
    .max(1000)
    .default(20)
    .describe('Most lessons of one session that reflection.recent returns (S0-41)'),
  'window.project': z
    .int()
    .min(1)
    .max(10_000)
    .default(100)
    .describe('Most lessons of one project that reflection.recent returns (S0-42)'),
  'review.agentWritesAreDrafts': z.boolean().default(false).describe('Lessons written by agents wait for a person'),
  'backup.everyMinutes': z.int().min(1).max(1440).default(15).describe('Shortest time between rolling backups'),
  'ui.theme': z.enum(['system', 'light', 'dark']).default('system'),
  'ui.density': z.enum(['comfortable', 'compact']).default('comfortable'),
});
/** See {@link settings}. */
export type Settings = z.infer<typeof settings>;
/** Name of one setting. */
export type SettingKey = keyof Settings;
