import { useQuery } from '@tanstack/react-query';
import type { Failure, OutputOf } from '@twicewise/contract';
import { useState } from 'react';
import { askPatch, edgeFilterOf, type Question } from '../../data/causes-view.ts';
import { isGone, useClient } from '../../data/client.ts';
import { causalEdge, causalNode, nodesLike } from '../../data/queries/causes.ts';
import { Loading, Message } from '../../elements/Message/Message.tsx';
import { type Claimed, ClaimForm, type ClaimSide } from '../../groups/Causes/ClaimForm.tsx';
import { EdgePanel } from '../../groups/Causes/EdgePanel.tsx';
import { NodePanel } from '../../groups/Causes/NodePanel.tsx';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { useCommands } from '../../state/commands.tsx';
import { causes as words } from '../../strings/causes.ts';
import { named } from '../../strings/numbers.ts';
import type { Causes } from './use-causes.ts';
import { useShape } from './use-shape.ts';

interface ClaimPaneProps {
  node: { id: string; label: string };
  side: ClaimSide;
  project: string;
  causes: Causes;
}

function ClaimPane({ node, side, project, causes }: ClaimPaneProps) {
  const { attempt } = useCommands();
  const [typed, setTyped] = useState('');
  const { data: like = [] } = useQuery(nodesLike(useClient(), causes.view.project, typed));
  const claim = async ({ other, label, ...said }: Claimed): Promise<Failure | null> => {
    const ends = side === 'cause' ? { from: other, to: node.id } : { from: node.id, to: other };
    const input = { ...(project ? { projectId: project } : {}), ...ends, ...said };
    const [from, to] = side === 'cause' ? [label, node.label] : [node.label, label];
    const name = words.table.edge(from, words.relations[said.relation], to);
    const answer = await attempt('causal.assert', input, ({ isFirst }) => named(words.connect.done(isFirst), name));
    if (!answer.ok) return answer.error;
    if (answer.value.edge) causes.toEdge(answer.value.edge.id);
    return null;
  };
  const others = like.filter(({ id }) => id !== node.id);
  return <ClaimForm side={side} like={others} onTyped={setTyped} onClaim={claim} />;
}

/** Whether expanding a node would draw more than there is: an edge beyond those drawn, to a node that is not hidden. */
function hasMore({ edges, edgeCount }: OutputOf<'causal.node'>, { view, picture }: Causes): boolean {
  const drawn = new Set(picture.edges.map(({ id }) => id));
  const { relations } = edgeFilterOf(view);
  const isLeft = ({ edge, other }: (typeof edges)[number]) =>
    relations.includes(edge.relation) && !drawn.has(edge.id) && !view.hide?.includes(other.id);
  return edgeCount > edges.length || edges.some(isLeft);
}

function NodePane({ id, causes }: { id: string; causes: Causes }) {
  const { view, change, open, picture, middle, expand, fold, isOnMap } = causes;
  const shape = useShape(causes);
  const query = useQuery(causalNode(useClient(), id, view.project));
  const found = query.data;
  // The node existed before and is gone now.
  if (isGone(query.error)) return <Message title={words.node.gone} />;
  if (!found) {
    return query.error ? <QueryFailure title={words.failed} query={query} /> : <Loading text={words.loading} />;
  }
  const isMiddle = id === view.node && !view.ask;
  const isHere = isOnMap(id) && picture.edges.length > 0;
  const ask = (question: Question) => () => change({ ...askPatch(view, question), from: id, to: undefined });
  const project = view.project ?? found.mentions[0]?.episode.projectId ?? '';
  return (
    <NodePanel
      found={found}
      deeds={{
        onMiddle: isMiddle ? undefined : () => middle(id),
        onExpand: isHere && !isMiddle && !open.includes(id) && hasMore(found, causes) ? () => expand(id) : undefined,
        onFold: isHere && open.includes(id) ? () => fold(id) : undefined,
        onHide: isHere && !isMiddle ? () => shape.hide(id) : undefined,
        onPin: isHere && !shape.isFixed ? () => shape.pin(id) : undefined,
        isPinned: shape.isPinned(id),
        onFocus: isHere ? () => shape.focus(id) : undefined,
        isFocus: shape.only === id,
        onWhy: ask('why'),
        onPath: ask('path'),
        onWhatIf: ask('whatif'),
        onSimilar: ask('similar'),
      }}
      onNode={causes.toNode}
      onEdge={causes.toEdge}
      // Another node starts a new claim.
      claim={(side) => <ClaimPane key={id} side={side} node={found.node} project={project} causes={causes} />}
    />
  );
}

function EdgePane({ id, causes }: { id: string; causes: Causes }) {
  const { attempt, run } = useCommands();
  const query = useQuery(causalEdge(useClient(), id, causes.view.project));
  const found = query.data;
  if (isGone(query.error)) return <Message title={words.edge.gone} />;
  if (!found) {
    return query.error ? <QueryFailure title={words.failed} query={query} /> : <Loading text={words.loading} />;
  }
  const { edge, from, to, evidence } = found;
  const name = `${from.label} ${words.relations[edge.relation]} ${to.label}`;
  const say = async (stance: 'supports' | 'disputes', note: string) => {
    const { relation } = edge;
    if (relation === 'precedes') return null;
    const project = causes.view.project ?? evidence[0]?.projectId;
    const done = (isFirst: boolean) => (stance === 'disputes' ? words.edge.disputing : words.connect.done(isFirst));
    const input = { ...(project ? { projectId: project } : {}), from: from.id, to: to.id, relation, stance, note };
    const answer = await attempt('causal.assert', input, ({ isFirst }) => named(done(isFirst), name));
    return answer.ok ? null : answer.error;
  };
  return (
    <EdgePanel
      key={id}
      found={found}
      onNode={causes.toNode}
      onSay={say}
      onRetract={(claimId) => void run('causal.retract', { id: claimId }, named(words.edge.retracted, name))}
    />
  );
}

/** The details of the selection: an edge with its evidence, or a node. */
export function PanelPane({ causes }: { causes: Causes }) {
  const { view, node } = causes;
  if (view.edge) return <EdgePane id={view.edge} causes={causes} />;
  return node === null ? null : <NodePane id={node} causes={causes} />;
}
