import type { KeyboardEvent } from 'react';

/** Handles the key of the palette in a sheet, once while it is held; browsers have a use for it, too. */
export const onFindKey = (act: () => void) => (event: KeyboardEvent) => {
  const { key, ctrlKey, metaKey, shiftKey, altKey, repeat } = event;
  if (!(ctrlKey || metaKey) || shiftKey || altKey || key.toLowerCase() !== 'k') return;
  event.preventDefault();
  if (!repeat) act();
};
