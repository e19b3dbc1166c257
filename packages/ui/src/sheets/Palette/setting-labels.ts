import { SETTING_NAMES } from '@twicewise/contract';
import { SETTINGS_PARTS, type SettingsPart } from '../../data/settings-view.ts';

/** The settings that each part of the screen Settings shows, by the beginnings of their names. */
const SHOWN_IN: Readonly<Record<SettingsPart, readonly string[]>> = {
  appearance: ['ui.'],
  review: ['review.'],
  automatic: ['remind.', 'capture.'],
  limits: ['window.', 'backup.'],
  attempts: ['attempts.', 'reward.'],
  turns: ['turns.'],
  meaning: ['embedding.'],
};

/** What the settings of a part are called, so that the part is found by the words of each; none for what is no part of Settings. */
export function settingLabels(action: string): readonly string[] {
  const part = SETTINGS_PARTS.find((one) => action === `settings.${one}`);
  if (part === undefined) return [];
  const shown = Object.entries(SETTING_NAMES).filter(([name]) =>
    SHOWN_IN[part].some((start) => name.startsWith(start)),
  );
  return shown.map(([, label]) => label);
}
