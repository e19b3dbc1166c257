import { useMemo } from 'react';
import { CausalMap } from '../../groups/Causes/CausalMap.tsx';
import { Twin } from '../../groups/Causes/Twin.tsx';
import { AllHidden } from './AllHidden.tsx';
import { useChains } from './answer-parts.ts';
import type { Causes, Drawn } from './use-causes.ts';
import { useNodeMenu } from './use-node-menu.tsx';
import { leavingOf, rowsOf, usePins, useShape } from './use-shape.ts';

/**
 * The nodes and edges of an answer as a map; what was expanded there is listed below it, because no answer names it. It is drawn before
 * the answer but comes after it in the page: it has many stops, and keys reach the answer first.
 */
export function AnswerMap({ causes, drawn }: { causes: Causes; drawn: Drawn }) {
  const { view, picture, open, node, toNode, toEdge, unfold } = causes;
  const chains = useChains(view);
  const steps = view.chain ? chains?.[view.chain - 1]?.steps : undefined;
  const lit = useMemo(
    () => (steps ? new Set(steps.flatMap(({ from, edge, to }) => [from.id, edge.id, to.id])) : null),
    [steps],
  );
  const shape = useShape(causes);
  const pins = usePins(causes);
  const rows = rowsOf(causes);
  const { deselect, leave } = leavingOf(causes);
  const { onMenu, menu } = useNodeMenu(causes);
  return (
    <div className="order-first flex h-80 max-[880px]:h-auto max-[880px]:min-h-80 min-w-0 shrink-0 flex-col border-line border-t @min-[46rem]:h-auto @min-[46rem]:min-h-72 @min-[46rem]:grow @min-[46rem]:shrink">
      {picture.nodes.length === 0 && drawn.hidden.chosen > 0 ? (
        <AllHidden hidden={drawn.hidden} onShow={shape.unhide} />
      ) : (
        <CausalMap
          drawing={{
            ...drawn,
            pins,
            isFixed: shape.isFixed,
            lead: node ?? drawn.subject,
            chosen: view.edge ?? node,
            lit,
          }}
          at={node}
          onNode={toNode}
          onEdge={toEdge}
          onNothing={deselect}
          onOpen={unfold}
          onMenu={onMenu}
          onBack={leave}
          shape={shape}
          isAnswer={open.length === 0}
        />
      )}
      {menu}
      {open.length > 0 && (
        <div className="flex h-44 shrink-0 flex-col">
          <Twin picture={picture} {...rows} node={node} edge={view.edge ?? null} onNode={toNode} onEdge={toEdge} />
        </div>
      )}
    </div>
  );
}
