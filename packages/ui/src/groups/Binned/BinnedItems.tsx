import { type ReactNode, useId, useState } from 'react';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';

/** What waits in the bin, as its list shows it. */
export interface BinnedItem {
  id: string;
  name: string;
  /** Stands before the name. */
  mark?: ReactNode;
}

interface BinnedItemsProps {
  items: readonly BinnedItem[];
  /** Texts of the list: its name, how many there are, and what restores one of them. */
  words: {
    binLabel: string;
    inBin: (value: number, atLeast: boolean) => string;
    more: string;
    restore: string;
    restoreOf: (name: string) => string;
  };
  /** Reads more of them; undefined when all are here. */
  onMore: (() => void) | undefined;
  onRestore: (id: string) => void;
  /** The button with which they are purged. */
  purge: ReactNode;
}

/** What of the session is in the bin: first the number, and on demand each with the way out of it. */
export function BinnedItems({ items, words, onMore, onRestore, purge }: BinnedItemsProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (items.length === 0) return null;
  return (
    <section className="mt-4 border-line border-t pt-2" aria-label={words.binLabel}>
      <TextLink
        className="min-h-6 text-ink-2 text-small"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {words.inBin(items.length, onMore !== undefined)}
      </TextLink>
      {isOpen && (
        <div id={id}>
          <ul className="mb-2">
            {items.map((item) => (
              <li key={item.id} className="flex min-w-0 items-baseline gap-2">
                {item.mark !== undefined && <span className="self-center">{item.mark}</span>}
                <span dir="auto" className="min-w-0 truncate text-ink-2" title={item.name}>
                  {item.name}
                </span>
                <TextLink
                  className="min-h-6 shrink-0 text-small"
                  aria-label={words.restoreOf(item.name)}
                  onClick={() => onRestore(item.id)}
                >
                  {words.restore}
                </TextLink>
              </li>
            ))}
          </ul>
          {onMore && (
            <TextLink className="mb-2 min-h-6 text-small" onClick={onMore}>
              {words.more}
            </TextLink>
          )}
          {purge}
        </div>
      )}
    </section>
  );
}
