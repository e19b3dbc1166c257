import clsx from 'clsx';
import { createContext, useContext } from 'react';
import { Marked } from '../Marked/Marked.tsx';
import { Blocks } from './Blocks.tsx';
import { Bare } from './Inlines.tsx';
import { useTree } from './use-tree.ts';

/** Whether texts below are formatted, and not shown as written. */
export const Formatted = createContext(true);

interface MarkdownProps {
  text: string;
  /** True where links and buttons would not be reached, such as in a text that is cut off. */
  bare?: boolean;
  className?: string;
}

/**
 * Text by others, its Markdown formatted: never markup, no images, and links that ask first. As written where the person
 * prefers that, and where formatting would hide some of it.
 */
export function Markdown({ text, bare = false, className }: MarkdownProps) {
  const tree = useTree(text, useContext(Formatted));
  if (tree === null) {
    return (
      <p dir="auto" className={clsx('whitespace-pre-wrap wrap-anywhere', className)}>
        <Marked text={text} />
      </p>
    );
  }
  return (
    <Bare value={bare}>
      <div data-markdown className={clsx('flex flex-col gap-2 wrap-anywhere', className)}>
        <Blocks of={tree} />
      </div>
    </Bare>
  );
}
