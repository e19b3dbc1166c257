import { createContext, useContext } from 'react';
import { Marked } from '../Marked/Marked.tsx';
import { keyed } from './keyed.ts';
import type { Inline } from './markdown-tree.ts';
import { OutLink } from './OutLink.tsx';

/** True where links are only marked as such, because they could not be reached. */
export const Bare = createContext(false);

const MONO = 'font-mono text-[0.92em]';

function Link({ link }: { link: Extract<Inline, { kind: 'link' }> }) {
  const bare = useContext(Bare);
  const text = <Inlines of={link.of} />;
  if (bare) return <span className="underline underline-offset-3">{text}</span>;
  return (
    <OutLink address={link.address} title={link.title}>
      {text}
    </OutLink>
  );
}

/** Its description and address: an image would be asked for from wherever the text says. */
function Image({ image: { text, address, title } }: { image: Extract<Inline, { kind: 'image' }> }) {
  return (
    <span className="text-ink-2">
      <Marked text={[text, title].filter(Boolean).join(' · ')} /> <span className={MONO}>{address}</span>
    </span>
  );
}

function Piece({ piece }: { piece: Inline }) {
  switch (piece.kind) {
    case 'text':
      return <Marked text={piece.text} />;
    case 'code':
      return (
        <code className={`${MONO} rounded-sm bg-line/60 px-1`}>
          <Marked text={piece.text} />
        </code>
      );
    case 'strong':
      return (
        <strong className="font-semibold">
          <Inlines of={piece.of} />
        </strong>
      );
    case 'em':
      return (
        <em className="italic [font-synthesis:style]">
          <Inlines of={piece.of} />
        </em>
      );
    case 'strike':
      return (
        <s>
          <Inlines of={piece.of} />
        </s>
      );
    case 'link':
      return <Link link={piece} />;
    case 'image':
      return <Image image={piece} />;
  }
}

/** The pieces of a line. */
export function Inlines({ of }: { of: readonly Inline[] }) {
  return keyed(of).map(({ key, item }) => <Piece key={key} piece={item} />);
}
