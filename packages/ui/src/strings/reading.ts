import { count } from './numbers.ts';

/** Texts around what others wrote. */
export const reading = {
  source: 'Show raw Markdown',
  formatted: 'Show formatted text',
  /** Without Markdown on the screen a text stays as it is, which one would take for a key that does nothing. */
  shownSource: (isFormattedHere: boolean) =>
    isFormattedHere
      ? 'Texts are shown as written, on every screen'
      : 'Texts are shown as written, on every screen; none here has Markdown',
  shownFormatted: 'Texts are shown formatted, on every screen',
  /** Facts about a record that only its maintainer needs. */
  details: 'Details',
  copyCode: 'Copy code',
  all: (length: number) => `Show all ${count(length)} characters`,
  less: 'Show less',
  /** A menu of the tabs for which there is no room. */
  moreParts: 'More',
  link: 'Link in a text',
  linkHint: 'Whoever wrote the text chose this address. Twicewise has not opened it.',
  copyAddress: 'Copy address',
  openAddress: (host: string) => `Open ${host}`,
};
