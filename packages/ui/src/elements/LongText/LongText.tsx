import clsx from 'clsx';
import { useState } from 'react';
import { strings } from '../../strings.ts';
import { TextLink } from '../TextLink/TextLink.tsx';

const words = strings.record.text;

/** Longer texts begin folded: one of them must not push everything else out of sight. */
const LONG = { p: 600, h2: 320 };
const MANY_LINES = { p: 10, h2: 4 };
/** So much of them is in sight then. */
const FOLDED = { p: 'line-clamp-6', h2: 'line-clamp-4' };

interface LongTextProps {
  text: string;
  /** A heading is folded sooner. */
  as?: 'p' | 'h2';
  className?: string;
}

/** Text of others as it was written, never as markup; a long one folded, with a way to read on. */
export function LongText({ text, as: Element = 'p', className = 'max-w-[72ch]' }: LongTextProps) {
  const [open, setOpen] = useState(false);
  const isLong = text.length > LONG[Element] || text.split('\n').length > MANY_LINES[Element];
  return (
    <>
      <Element
        dir="auto"
        className={clsx('whitespace-pre-wrap wrap-anywhere', isLong && !open && FOLDED[Element], className)}
      >
        {text}
      </Element>
      {isLong && (
        <TextLink aria-expanded={open} onClick={() => setOpen(!open)} className="min-h-6 text-ink-2 text-small">
          {open ? words.less : words.all(text.length)}
        </TextLink>
      )}
    </>
  );
}
