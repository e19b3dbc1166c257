import type { Pattern } from '@twicewise/contract';
import clsx from 'clsx';
import type { RefObject } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { patterns as words } from '../../strings/patterns.ts';
import { moveAmongRows } from '../Causes/rows.ts';
import { PatternRow } from './PatternRow.tsx';

interface PatternListProps {
  patterns: readonly Pattern[];
  chosen: string | undefined;
  listRef: RefObject<HTMLUListElement | null>;
  hasMore: boolean;
  onMore: () => void;
  onChoose: (id: string) => void;
}

/** Patterns to choose from; Tab stops once, arrow keys move among them. */
export function PatternList({ patterns, chosen, listRef, hasMore, onMore, onChoose }: PatternListProps) {
  const stop = patterns.some(({ id }) => id === chosen) ? chosen : patterns[0]?.id;
  return (
    <div className="min-h-0 grow overflow-y-auto max-[880px]:overflow-visible">
      <ul ref={listRef} aria-label={words.list} onKeyDown={moveAmongRows}>
        {patterns.map((pattern) => (
          <li key={pattern.id} className="border-line border-b">
            <button
              type="button"
              data-row
              tabIndex={pattern.id === stop ? 0 : -1}
              aria-current={pattern.id === chosen || undefined}
              onClick={() => onChoose(pattern.id)}
              className={clsx(
                'block w-full border-l-2 px-3 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2',
                pattern.id === chosen ? 'border-signal bg-signal-tint' : 'border-transparent',
              )}
            >
              <PatternRow pattern={pattern} />
            </button>
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button tone="quiet" className="m-2" onClick={onMore}>
          {words.more}
        </Button>
      )}
    </div>
  );
}
