import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { Formatted } from '../elements/Markdown/Markdown.tsx';
import { strings } from '../strings.ts';
import { useAction } from './action-registry.tsx';
import { useCommands } from './commands.tsx';

/** Whether texts are shown as written, and a function that toggles that. */
export interface TextView {
  source: boolean;
  toggle: () => void;
}

/** Whether a text on this screen has Markdown, which its source shows. */
const isFormattedHere = () => document.querySelector('[data-markdown]') !== null;

const { shownSource } = strings.reading;
const STORED = 'twicewise.source';
const ReadingContext = createContext<TextView>({ source: false, toggle: () => {} });

/** How texts by others are shown in this window. */
export function useReading(): TextView {
  return useContext(ReadingContext);
}

/** Keeps how texts are shown, for as long as the window lasts, and registers the key that changes it. */
export function ReadingProvider({ children }: { children: ReactNode }) {
  const { say } = useCommands();
  const [source, setSource] = useState(() => sessionStorage.getItem(STORED) === 'on');
  const value = useMemo(
    () => ({
      source,
      toggle: () => {
        setSource(!source);
        sessionStorage.setItem(STORED, source ? 'off' : 'on');
        say(source ? strings.reading.shownFormatted : shownSource(isFormattedHere()));
      },
    }),
    [source, say],
  );
  useAction('source', value.toggle);
  return (
    <ReadingContext value={value}>
      <Formatted value={!source}>{children}</Formatted>
    </ReadingContext>
  );
}
