import type { CausalNode, Outcome } from '@twicewise/contract';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { causes as causesWords } from '../../strings/causes.ts';
import type { ChainStep } from './Chains.tsx';
import { moveAmongRows, type NodeFound } from './rows.ts';

const words = causesWords.start;
const ROW = 'block w-full rounded-sm px-2 py-1.5 -mx-2 text-left hover:bg-hover focus-visible:-outline-offset-2';

interface FoundNodesProps {
  nodes: readonly NodeFound[];
  listRef: RefObject<HTMLUListElement | null>;
  onChoose: (node: CausalNode) => void;
  /** Shows one on the map, where that is offered. */
  onMap?: (node: CausalNode) => void;
  /** Called when the arrow up leaves the first row. */
  onLeave: () => void;
}

/** Nodes that the typed words may mean; each is asked about, or shown on the map. */
export function FoundNodes({ nodes, listRef, onChoose, onMap, onLeave }: FoundNodesProps) {
  if (nodes.length === 0) return <p className="text-ink-3">{causesWords.list.none}</p>;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const first = event.currentTarget.querySelector('[data-row]');
    if (event.key !== 'ArrowUp' || document.activeElement !== first) return moveAmongRows(event);
    event.preventDefault();
    onLeave();
  };
  return (
    <ul
      ref={listRef}
      aria-label={words.found}
      onKeyDown={onKeyDown}
      className="divide-y divide-line rounded-sm border border-line bg-raised"
    >
      {nodes.map((node, index) => (
        <li key={node.id} className="flex items-center gap-2 pr-2">
          <button
            type="button"
            data-row
            tabIndex={index === 0 ? 0 : -1}
            onClick={() => onChoose(node)}
            className="min-w-0 grow truncate px-2 py-1.5 text-left hover:bg-hover focus-visible:-outline-offset-2"
          >
            <span className="text-ink-3 text-small">{causesWords.kind(node.kind)}</span>{' '}
            <span dir="auto">{node.label}</span>
          </button>
          {node.isNear && <span className="shrink-0 text-ink-3 text-small">{causesWords.list.near}</span>}
          {onMap && (
            <TextLink
              className="min-h-6 shrink-0 text-ink-2 text-small"
              aria-label={words.onMapOf(node.label)}
              onClick={() => onMap(node)}
            >
              {words.onMap}
            </TextLink>
          )}
        </li>
      ))}
    </ul>
  );
}

interface SaidRowProps {
  text: string;
  outcome: Outcome;
  onOpen: () => void;
  /** Shown below the text. */
  children?: ReactNode;
}

/** What a session says, to ask about, and how it turned out. */
export function SaidRow({ text, outcome, onOpen, children }: SaidRowProps) {
  return (
    <button type="button" onClick={onOpen} className={ROW}>
      <span className="flex items-baseline gap-2">
        <OutcomeGlyph outcome={outcome} decorative />
        <span className="min-w-0">
          <span dir="auto" className="line-clamp-2 wrap-anywhere">
            {text}
          </span>
          {children}
        </span>
      </span>
    </button>
  );
}

/** A failure to ask about, and how often it was met. */
export function FailureRow({ node, onOpen }: { node: CausalNode; onOpen: () => void }) {
  const { label, lastAt } = node;
  const met = words.met(node);
  return (
    <SaidRow text={label} outcome="failure" onOpen={onOpen}>
      <span className="block text-ink-3 text-small">
        {met}
        {lastAt && (
          <>
            {met && ' · '}
            <RelativeTime at={lastAt} />
          </>
        )}
      </span>
    </SaidRow>
  );
}

interface ChainSentenceProps {
  steps: readonly ChainStep[];
  onOpen: () => void;
}

/** A chain as a sentence, with its outcome, and its weakest step, by which such chains are ordered. */
export function ChainSentence({ steps, onOpen }: ChainSentenceProps) {
  const [first] = steps;
  const end = steps.at(-1)?.to;
  if (!first || !end) return null;
  const { relations } = causesWords;
  return (
    <button type="button" onClick={onOpen} className={ROW}>
      <span className="flex items-baseline gap-2">
        <OutcomeGlyph outcome={end.ownOutcome === 'unknown' ? first.from.ownOutcome : end.ownOutcome} />
        <span className="min-w-0">
          <span className="line-clamp-5 wrap-anywhere">
            <bdi>{first.from.label}</bdi>
            {steps.map(({ edge, to }, index) => (
              <span key={edge.id}>
                <span className="text-ink-3">
                  {index === 0 ? ` ${relations[edge.relation]} ` : words.next(relations[edge.relation])}
                </span>
                <bdi>{to.label}</bdi>
              </span>
            ))}
          </span>
          <span className="block text-ink-3 text-small tabular-nums">
            {causesWords.weakest(steps.map(({ edge }) => edge.weight))}
          </span>
        </span>
      </span>
    </button>
  );
}
