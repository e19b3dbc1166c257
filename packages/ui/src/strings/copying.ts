import { named } from './numbers.ts';

/** Copying to the clipboard. */
export const copying = {
  refused: 'The browser did not allow copying',
  selected: 'The text is selected:',
  toCopy: 'copies it.',
  text: 'Text to copy',
  done: {
    text: 'Copied to the clipboard',
    exactly: (text: string) => `Copied: ${text}`,
    /** Another browser has no token of this memory, and is refused. */
    address: (address: string) => `Link copied. It opens in this browser: ${address}`,
    markdown: (title: string) => named('Copied as Markdown', title),
    json: (title: string) => named('Copied as JSON', title),
  },
};
