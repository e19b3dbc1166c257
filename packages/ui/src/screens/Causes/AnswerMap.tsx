import { type ReactNode, useMemo, useState } from 'react';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { CausalMap } from '../../groups/Causes/CausalMap.tsx';
import { causes as causesWords } from '../../strings/causes.ts';
import { AllHidden } from './AllHidden.tsx';
import { useChains } from './answer-parts.ts';
import type { Causes, Drawn } from './use-causes.ts';
import { useMapParts } from './use-map-parts.tsx';

const words = causesWords.table;

/** The table of the map, shown on demand: its room is taken from the drawing. */
function Folded({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className="shrink-0 border-line border-t px-4 py-1 text-small">
        <TextLink className="min-h-6" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? words.hide : words.show}
        </TextLink>
      </div>
      {isOpen && <div className="flex h-44 shrink-0 flex-col">{children}</div>}
    </>
  );
}

/**
 * The nodes and edges of an answer as a map; what was expanded there is listed below it, because no answer names it. It is drawn before
 * the answer but comes after it in the page: it has many stops, and keys reach the answer first.
 */
export function AnswerMap({ causes, drawn }: { causes: Causes; drawn: Drawn }) {
  const { view, picture, open, node } = causes;
  const chains = useChains(view);
  const steps = view.chain ? chains?.[view.chain - 1]?.steps : undefined;
  const lit = useMemo(
    () => (steps ? new Set(steps.flatMap(({ from, edge, to }) => [from.id, edge.id, to.id])) : null),
    [steps],
  );
  const { shape, menu, drawing, ways, table } = useMapParts(causes);
  return (
    <div className="order-first flex h-80 max-[880px]:h-auto max-[880px]:min-h-80 min-w-0 shrink-0 flex-col border-line border-t @min-[46rem]:h-auto @min-[46rem]:min-h-72 @min-[46rem]:grow @min-[46rem]:shrink">
      {picture.nodes.length === 0 && drawn.hidden.chosen > 0 ? (
        <AllHidden hidden={drawn.hidden} onShow={shape.unhide} />
      ) : (
        <CausalMap
          drawing={{ ...drawn, ...drawing, lead: node ?? drawn.subject, lit }}
          {...ways}
          isAnswer={open.length === 0}
        />
      )}
      {menu}
      {open.length > 0 && <Folded>{table}</Folded>}
    </div>
  );
}
