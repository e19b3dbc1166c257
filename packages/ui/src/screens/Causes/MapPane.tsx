import { useMemo } from 'react';
import { narrowsEdges, RELATIONS, USUAL } from '../../data/causes-view.ts';
import { Button } from '../../elements/Button/Button.tsx';
import { Loading, Message } from '../../elements/Message/Message.tsx';
import type { Picture } from '../../graph/picture.ts';
import { CausalMap } from '../../groups/Causes/CausalMap.tsx';
import { MANY_NODES } from '../../groups/Causes/Minimap.tsx';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { useAction } from '../../state/action-registry.tsx';
import type { ActionId } from '../../state/actions.ts';
import { causes as causesWords } from '../../strings/causes.ts';
import { AllHidden } from './AllHidden.tsx';
import type { Causes, Drawn } from './use-causes.ts';
import { useMapParts } from './use-map-parts.tsx';

const { empty, map, node: nodeWords } = causesWords;

/** Why there is no map, and what to do about it. */
function Without({ causes, drawn }: { causes: Causes; drawn: Drawn & { total: NonNullable<Drawn['total']> } }) {
  const { view, change } = causes;
  const { total, middle, isGone } = drawn;
  if (drawn.hidden.chosen > 0) return <AllHidden hidden={drawn.hidden} onShow={() => change({ hide: undefined })} />;
  if (isGone) return <Message title={nodeWords.gone} />;
  const showOrder = !(view.relation ?? USUAL).includes('precedes') && (
    <Button onClick={() => change({ relation: [...RELATIONS] })}>{empty.order}</Button>
  );
  if (middle !== null) {
    const isFiltered = narrowsEdges(view) && total.edges > 0;
    return (
      <Message title={isFiltered ? empty.filtered : empty.alone} text={empty.aloneHint}>
        {showOrder}
      </Message>
    );
  }
  if (total.nodes === 0) return <Message title={empty.nothing} text={`${empty.text} ${empty.begin}`} />;
  if (total.edges > 0 || narrowsEdges(view)) return <Message title={empty.filtered} />;
  return (
    <Message title={empty.title} text={empty.text}>
      <div className="flex max-w-[56ch] flex-col items-start gap-3 text-ink-2">
        <p>{empty.counted(total.nodes, true)}</p>
        <p>{empty.say}</p>
        <div className="flex gap-2">
          <Button onClick={() => change({ ask: 'connect' })}>{causesWords.connect.title}</Button>
          {showOrder}
        </div>
      </div>
    </Message>
  );
}

/** How many nodes a node leads to, with itself. */
function reachOf(id: string, edges: Picture['edges']): number {
  const reached = new Set([id]);
  for (const one of reached) for (const { from, to } of edges) if (from === one) reached.add(to);
  return reached.size;
}

/**
 * What a map that would be too small to read is shown around: where the most begins, as it is read from there. A map of many nodes is
 * looked at as a whole, its minimap beside it.
 */
function leadOf({ middle }: Drawn, { nodes, edges }: Picture): string | null {
  if (nodes.length >= MANY_NODES) return null;
  if (nodes.some(({ id }) => id === middle)) return middle;
  const effects = new Set(edges.map(({ to }) => to));
  const begins = nodes.filter(({ id }) => !effects.has(id)).map(({ id }) => ({ id, reach: reachOf(id, edges) }));
  return begins.sort((a, b) => b.reach - a.reach)[0]?.id ?? null;
}

const OF_NODE = ['nodeExpand', 'nodeHide', 'nodeOnly', 'nodePin', 'nodeMiddle', 'nodeWhy'] as const;

/** Says of an action on a node why it cannot be done, where the panel of the node does not offer it. */
function NotNow({ id, why }: { id: ActionId; why: string }) {
  useAction(id, () => false, why);
  return null;
}

/** What is looked for on the map and cannot be done now: nothing is open, or the node is one for which there is no such thing. */
function NotNowOnMap({ causes: { node, open } }: { causes: Causes }) {
  if (node === null) return OF_NODE.map((id) => <NotNow key={id} id={id} why={nodeWords.first} />);
  return open.includes(node) ? null : <NotNow id="nodeExpand" why={nodeWords.noMore} />;
}

/** The map with its filters, and the table with the same content. */
export function MapPane({ causes }: { causes: Causes }) {
  const { drawn, picture, failed } = causes;
  const { shape, menu, drawing, ways, table } = useMapParts(causes);
  const lead = useMemo(() => drawn && leadOf(drawn, picture), [drawn, picture]);
  // Neighbours of a hidden middle stay without an edge.
  const isDrawn = picture.edges.length > 0 || (shape.hidden.chosen > 0 && picture.nodes.length > 0);
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col bg-reading max-[880px]:min-h-fit max-[880px]:shrink-0">
      {failed && <QueryFailure title={causesWords.failed} query={failed} />}
      {!drawn && !failed && <Loading text={causesWords.loading} />}
      {drawn?.total && !isDrawn && <Without causes={causes} drawn={{ ...drawn, total: drawn.total }} />}
      {drawn && isDrawn && (
        <>
          <div className="flex min-h-60 grow basis-0 flex-col max-[880px]:min-h-fit max-[880px]:shrink-0">
            <CausalMap drawing={{ ...drawn, ...drawing, lead }} {...ways} />
          </div>
          {menu}
          <NotNowOnMap causes={causes} />
          {drawn.middle !== null && picture.notShown > 0 && (
            <p role="status" className="border-line border-t bg-surface px-4 py-1 text-ink-2 text-small">
              {map.beyond(picture.notShown)}
            </p>
          )}
          {/* Below 880 px the panes stand on each other and scroll together: there is no height to take a share of. */}
          <div className="flex h-[34%] max-h-80 shrink-0 flex-col max-[880px]:h-64">{table}</div>
        </>
      )}
    </div>
  );
}
