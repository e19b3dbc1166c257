import type { KeyboardEvent } from 'react';

/** Handles the key of the palette in a sheet; browsers have a use for it, too. */
export const onFindKey = (act: () => void) => (event: KeyboardEvent) => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
  event.preventDefault();
  act();
};
