import type { CausalNode } from '@twicewise/contract';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import type { Area } from '../../graph/map-view.ts';
import { causes as words } from '../../strings/causes.ts';

const WIDTH = 288;
const GAP = 6;

/** The text and the numbers of the node under the pointer, beside it. The panel of a selected node says the same, and more. */
export function HoverCard({ node, over, within }: { node: CausalNode; over: Area; within: HTMLElement | null }) {
  const { width = WIDTH, height = 0 } = within?.getBoundingClientRect() ?? {};
  const left = Math.max(0, Math.min(over.left, width - WIDTH));
  // Below the node, or above it where it is in the lower half.
  const place = over.bottom > height / 2 ? { bottom: height - over.top + GAP } : { top: over.bottom + GAP };
  return (
    <div
      aria-hidden
      data-hover-card
      style={{ left, width: Math.min(WIDTH, width), ...place }}
      className="pointer-events-none absolute z-3 rounded-sm bg-raised p-2 shadow-float"
    >
      <p className="flex items-baseline gap-1.5 text-ink-3 text-small">
        <OutcomeGlyph outcome={node.ownOutcome} decorative />
        {words.kind(node.kind)}
        {node.lastAt && (
          <span className="ml-auto">
            <RelativeTime at={node.lastAt} />
          </span>
        )}
      </p>
      <p dir="auto" className="line-clamp-6 wrap-anywhere">
        {node.label}
      </p>
      <p className="mt-1 text-ink-3 text-small">{words.list.facts(node)}</p>
    </div>
  );
}
