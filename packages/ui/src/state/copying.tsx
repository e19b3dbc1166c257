import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { copyText } from '../elements/CopyId/clipboard.ts';
import { Dialog } from '../elements/Dialog/Dialog.tsx';
import { Kbd } from '../elements/Kbd/Kbd.tsx';
import { TextArea } from '../elements/TextField/TextField.tsx';
import { strings } from '../strings.ts';
import { useCommands } from './commands.tsx';

/** Copies a text and shows `done`; where copying is refused, shows the text to copy by hand. */
export type CopyOut = (text: string, done: string) => void;

const CopyContext = createContext<CopyOut>(() => {});

/** The copy function of this window. */
export function useCopyOut(): CopyOut {
  return useContext(CopyContext);
}

const words = strings.copying;

/** A dialog with the text that could not be copied, selected. */
function ByHand({ text, onClose }: { text: string | null; onClose: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  // Keeps the text while the dialog closes.
  const last = useRef('');
  if (text !== null) last.current = text;
  return (
    <Dialog title={words.refused} open={text !== null} onOpenChange={onClose} firstRef={field}>
      <p className="mb-2 flex items-center gap-1.5 text-ink-2">
        {words.selected} <Kbd keys="Mod+c" /> {words.toCopy}
      </p>
      <TextArea
        ref={field}
        readOnly
        aria-label={words.text}
        value={last.current}
        onFocus={(event) => event.currentTarget.select()}
        className="max-h-80 overflow-y-auto font-mono text-small"
      />
    </Dialog>
  );
}

/** Gives the components below it {@link useCopyOut}. */
export function CopyProvider({ children }: { children: ReactNode }) {
  const { say } = useCommands();
  const [refused, setRefused] = useState<string | null>(null);
  const copy = useCallback<CopyOut>(
    (text, done) => void copyText(text).then((copied) => (copied ? say(done) : setRefused(text))),
    [say],
  );
  return (
    <CopyContext value={copy}>
      {children}
      <ByHand text={refused} onClose={() => setRefused(null)} />
    </CopyContext>
  );
}
