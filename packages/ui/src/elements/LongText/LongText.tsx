import clsx from 'clsx';
import { useCallback, useState } from 'react';
import { strings } from '../../strings.ts';
import { Markdown } from '../Markdown/Markdown.tsx';
import { TextLink } from '../TextLink/TextLink.tsx';

const words = strings.reading;

/** Texts longer than this, in UTF-16 units, are collapsed at first, so that they do not push everything else out of view. */
const LONG = { p: 600, h2: 320 };
const MANY_LINES = { p: 10, h2: 4 };
/** How much of a collapsed text is visible. */
const FOLDED = { p: 'line-clamp-6', h2: 'line-clamp-4' };

/** Whether a collapsed text was seen to be shown whole, in a wide pane or because its Markdown needs fewer lines; and its measure. */
function useFits(text: string): [boolean, (element: HTMLElement | null) => (() => void) | undefined] {
  const [fitting, setFitting] = useState<string | null>(null);
  const measure = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return;
      // What is not drawn has no height.
      const look = () => {
        if (element.clientHeight > 0 && element.scrollHeight <= element.clientHeight) setFitting(text);
      };
      look();
      // It becomes wider, and Markdown is formatted when that has been loaded.
      const observer = new ResizeObserver(look);
      observer.observe(element);
      return () => observer.disconnect();
    },
    [text],
  );
  return [fitting === text, measure];
}

interface LongTextProps {
  text: string;
  /** Whether its Markdown is formatted: true for prose, not for commands and output. */
  markdown?: boolean;
  /** A heading is collapsed sooner. */
  as?: 'p' | 'h2';
  className?: string;
}

/** Text by others, never as markup; a long one is collapsed, with a button to expand it where that shows more. */
export function LongText({ text, markdown = false, as = 'p', className = 'max-w-[72ch]' }: LongTextProps) {
  const [open, setOpen] = useState(false);
  const [fits, measure] = useFits(text);
  const isLong = !fits && (text.length > LONG[as] || text.split('\n').length > MANY_LINES[as]);
  const folded = isLong && !open;
  const Element = as;
  return (
    <>
      {markdown ? (
        // Six lines, as of a text that is not formatted.
        <div ref={folded ? measure : undefined} className={clsx(folded && 'max-h-30 overflow-hidden', className)}>
          <Markdown text={text} bare={folded} />
        </div>
      ) : (
        <Element
          ref={folded ? measure : undefined}
          dir="auto"
          className={clsx('whitespace-pre-wrap wrap-anywhere', folded && FOLDED[as], className)}
        >
          {text}
        </Element>
      )}
      {isLong && (
        <TextLink aria-expanded={open} onClick={() => setOpen(!open)} className="mr-3 min-h-6 text-ink-2 text-small">
          {open ? words.less : words.all(text.length)}
        </TextLink>
      )}
    </>
  );
}
