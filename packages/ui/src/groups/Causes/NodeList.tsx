import { FEWEST_OUTCOMES } from '@twicewise/contract';
import clsx from 'clsx';
import type { RefObject } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import type { Hiding } from '../../graph/picture.ts';
import { causes as words } from '../../strings/causes.ts';
import { moveAmongRows, type NodeFound } from './rows.ts';

interface NodeListProps {
  nodes: readonly NodeFound[];
  /** The node at the middle of the map. */
  chosen: string | undefined;
  /** Why a node is not on the map. */
  hidingOf: (id: string) => Hiding;
  onShow: (id: string) => void;
  listRef: RefObject<HTMLUListElement | null>;
  hasMore: boolean;
  onMore: () => void;
  onChoose: (id: string) => void;
}

/** A node in two lines: its text, and how much is known about it. */
function Row({ node, hiding }: { node: NodeFound; hiding: Hiding }) {
  const { kind, label, isCut, isNear, success } = node;
  // With fewer outcomes there is no rate to tell, and no row needs to say so.
  const isKnown = success.n >= FEWEST_OUTCOMES;
  return (
    <>
      <span
        dir="auto"
        className={clsx('line-clamp-2 text-pretty wrap-anywhere', hiding && 'text-ink-3')}
        title={isCut ? undefined : label}
      >
        {label}
      </span>
      <span className="mt-0.5 block text-ink-3 text-small">
        <span className="font-medium text-ink-2">{words.kind(kind)}</span> · {words.list.facts(node)}
        {isKnown && <> · {words.success(success)}</>}
        {isNear && <> · {words.list.near}</>}
        {hiding && <> · {words.list.hiding[hiding]}</>}
      </span>
    </>
  );
}

/** Nodes to choose from. */
export function NodeList({ nodes, chosen, hidingOf, onShow, listRef, hasMore, onMore, onChoose }: NodeListProps) {
  const stop = nodes.some(({ id }) => id === chosen) ? chosen : nodes[0]?.id;
  return (
    <div data-place="nodes" className="min-h-0 grow overflow-y-auto">
      <ul ref={listRef} aria-label={words.list.label} onKeyDown={moveAmongRows}>
        {nodes.map((node) => (
          <li key={node.id} className="flex border-line border-b">
            <button
              type="button"
              data-row
              tabIndex={node.id === stop ? 0 : -1}
              aria-current={node.id === chosen || undefined}
              onClick={() => onChoose(node.id)}
              className={clsx(
                'min-w-0 grow border-l-2 px-3 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2',
                node.id === chosen ? 'border-signal bg-signal-tint' : 'border-transparent',
              )}
            >
              <Row node={node} hiding={hidingOf(node.id)} />
            </button>
            {hidingOf(node.id) && (
              <Button
                tone="quiet"
                className="m-1 shrink-0 self-center px-1.5"
                aria-label={words.list.showNamed(node.label)}
                onClick={() => onShow(node.id)}
              >
                {words.list.show}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button tone="quiet" className="m-2" onClick={onMore}>
          {words.list.more}
        </Button>
      )}
    </div>
  );
}
