import { useState } from 'react';

/** Notes that were typed and not sent, by what they are about. They are kept while the window is open. */
const notes = new Map<string, string>();

/** A note being typed, which is there again when its form is left and opened once more. An empty one is forgotten. */
export function useKeptNote(about: string): [note: string, setNote: (text: string) => void] {
  const [, draw] = useState({});
  const setNote = (text: string) => {
    if (text === '') notes.delete(about);
    else notes.set(about, text);
    draw({});
  };
  return [notes.get(about) ?? '', setNote];
}
