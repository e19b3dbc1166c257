import { type ReactNode, useRef, useState } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../Button/Button.tsx';
import { copyText } from '../CopyId/clipboard.ts';
import { Dialog } from '../Dialog/Dialog.tsx';
import { TextLink } from '../TextLink/TextLink.tsx';

const words = strings.reading;

interface OutLinkProps {
  /** http or https, as written. */
  address: string;
  /** What the text says about the address. */
  title: string;
  children: ReactNode;
}

/** The window of the app opens nothing, so there the address can only be copied. */
const mayOpen = () => location.protocol.startsWith('http');

/** The name of the place as the browser understands it, which may look different from what is written. */
function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}

function Asking({ address, title, onDone }: Omit<OutLinkProps, 'children'> & { onDone: () => void }) {
  const copy = useRef<HTMLButtonElement>(null);
  const open = () => {
    window.open(address, '_blank', 'noopener,noreferrer');
    onDone();
  };
  return (
    <Dialog
      open
      title={words.link}
      onOpenChange={onDone}
      firstRef={copy}
      foot={
        <>
          <Button ref={copy} onClick={() => void copyText(address).then((copied) => copied && onDone())}>
            {words.copyAddress}
          </Button>
          {mayOpen() && <Button onClick={open}>{words.openAddress(hostOf(address))}</Button>}
        </>
      }
    >
      <p className="text-ink-2">{words.linkHint}</p>
      <p className="mt-2 break-all font-mono text-small">{address}</p>
      {title !== '' && <p className="mt-2 wrap-anywhere text-ink-2 text-small">{title}</p>}
    </Dialog>
  );
}

/** A link to somewhere else that a text names. It never leaves the page: it shows where it leads, and asks. */
export function OutLink({ address, title, children }: OutLinkProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <TextLink
        title={title === '' ? address : `${address}\n${title}`}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
        className="inline wrap-anywhere text-left"
      >
        {children}
      </TextLink>
      {asking && <Asking address={address} title={title} onDone={() => setAsking(false)} />}
    </>
  );
}
