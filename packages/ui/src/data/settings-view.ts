/** The parts of the screen Settings, in their order; a link can lead to each. */
export const SETTINGS_PARTS = ['appearance', 'review', 'automatic', 'limits', 'attempts', 'turns', 'meaning'] as const;
/** See {@link SETTINGS_PARTS}. */
export type SettingsPart = (typeof SETTINGS_PARTS)[number];

/** The view of the screen Settings, as in its link. */
export interface SettingsView {
  /** The part to show; the screen takes it out of the link once it is shown. */
  part?: SettingsPart;
}

/** Former names of parts: their links lead to where these are now. */
const FORMER: ReadonlyMap<unknown, SettingsPart> = new Map([['remind', 'automatic']]);

/** Reads a view from a link; a part that is not known is ignored. */
export function readSettings(search: Record<string, unknown>): SettingsView {
  const part = SETTINGS_PARTS.find((one) => one === search.part) ?? FORMER.get(search.part);
  return part === undefined ? {} : { part };
}
