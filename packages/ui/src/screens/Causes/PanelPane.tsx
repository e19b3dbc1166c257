import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Failure } from '@twicewise/contract';
import { useState } from 'react';
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
import { deedsOf } from './node-deeds.ts';
import { onlyNamed } from './only-meant.ts';
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
  const queries = useQueryClient();
  const client = useClient();
  const wanted = (text: string) => nodesLike(client, causes.view.project, text);
  const { data: like = [] } = useQuery(wanted(typed));
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
  const isBegun = causes.begun?.id === node.id && causes.begun.side === side;
  const begun = { isBegun, onBegun: () => causes.begin(null) };
  const found = {
    like: like.filter(({ id }) => id !== node.id),
    findNamed: (text: string) => onlyNamed(queries, wanted(text), text, node.id),
  };
  return <ClaimForm side={side} {...found} onTyped={setTyped} onClaim={claim} {...begun} />;
}

function NodePane({ id, causes }: { id: string; causes: Causes }) {
  const { view } = causes;
  const shape = useShape(causes);
  const query = useQuery(causalNode(useClient(), id, view.project));
  const found = query.data;
  // The node existed before and is gone now.
  if (isGone(query.error)) return <Message title={words.node.gone} />;
  if (!found) {
    return query.error ? <QueryFailure title={words.failed} query={query} /> : <Loading text={words.loading} />;
  }
  const project = view.project ?? found.mentions[0]?.episode.projectId ?? '';
  return (
    <NodePanel
      found={found}
      deeds={deedsOf(id, found, causes, shape)}
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
