import { type OutputOf, plainText } from '@twicewise/contract';
import type { ReactNode } from 'react';
import { CopyId } from '../../elements/CopyId/CopyId.tsx';
import { Markdown } from '../../elements/Markdown/Markdown.tsx';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { causes } from '../../strings/causes.ts';
import { strings } from '../../strings.ts';
import { SessionLink } from '../SessionLink/SessionLink.tsx';
import type { ClaimSide } from './ClaimForm.tsx';
import { type NodeDeeds, NodeDeedsBar } from './NodeDeeds.tsx';
import { NodeLink, Outcomes, Part } from './Said.tsx';

const words = causes.node;

type Found = OutputOf<'causal.node'>;

interface NodePanelProps {
  found: Found;
  deeds: NodeDeeds;
  onNode: (id: string) => void;
  onEdge: (id: string) => void;
  /** The form to claim what led to the node, or what it leads to. */
  claim: (side: ClaimSide) => ReactNode;
}

type EdgeRow = Found['edges'][number];

function EdgeRows({ rows, back, none = words.noEdges, onNode, onEdge }: EdgeRowsProps) {
  const { relations, relationsBack, weightOf, disputed, claim } = causes;
  if (rows.length === 0) return none && <p className="text-ink-3">{none}</p>;
  return (
    <ul className="flex flex-col gap-1.5">
      {rows.map(({ edge, other }) => {
        const relation = `${claim.relation} ${(back ? relationsBack : relations)[edge.relation]}`;
        const standing = edge.isDisputed ? disputed : edge.relation === 'precedes' ? '' : words.weighs(weightOf(edge));
        return (
          <li key={edge.id}>
            <p className="flex items-center justify-between text-ink-3 text-small tabular-nums">
              <TextLink
                className="min-h-6 text-ink-2"
                aria-label={`${relation} ${other.label}`}
                onClick={() => onEdge(edge.id)}
              >
                {edge.isDisputed ? <s>{relation}</s> : relation}
              </TextLink>
              {standing}
            </p>
            <NodeLink node={other} onGo={onNode} />
          </li>
        );
      })}
    </ul>
  );
}

interface EdgeRowsProps {
  rows: readonly EdgeRow[];
  /** True when the relation is worded from the effect's side. */
  back: boolean;
  /** Shown when there are none. */
  none?: string;
  onNode: (id: string) => void;
  onEdge: (id: string) => void;
}

interface BothWaysProps extends Pick<EdgeRowsProps, 'rows' | 'onNode' | 'onEdge'> {
  title: string;
  nodeId: string;
}

/** Edges of one kind, those that come to the node before those that go from it; nothing without any. */
function BothWays({ title, rows, nodeId, ...ways }: BothWaysProps) {
  if (rows.length === 0) return null;
  return (
    <Part title={title}>
      <div className="flex flex-col gap-1.5">
        <EdgeRows rows={rows.filter(({ edge }) => edge.to === nodeId)} back none="" {...ways} />
        <EdgeRows rows={rows.filter(({ edge }) => edge.from === nodeId)} back={false} none="" {...ways} />
      </div>
    </Part>
  );
}

function Sessions({ mentions, all }: { mentions: Found['mentions']; all: number }) {
  return (
    <Part title={words.sessions(all)}>
      <ul className="flex flex-col gap-1.5">
        {mentions.map(({ episode }) => (
          <li key={episode.id} className="flex flex-wrap items-baseline gap-x-2">
            <SessionLink episodeId={episode.id}>{plainText(episode.task)}</SessionLink>
            <span className="text-ink-3 text-small">
              {strings.outcome[episode.outcome].toLowerCase()}
              {episode.occurredAt && (
                <>
                  {' · '}
                  <RelativeTime at={episode.occurredAt} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** One node: its full text, what led to it, what it led to, and its sessions. */
export function NodePanel({ found, deeds, onNode, onEdge, claim }: NodePanelProps) {
  const { node, text, edges, edgeCount, mentions } = found;
  const timely = edges.filter(({ edge }) => edge.relation === 'precedes');
  const along = edges.filter(({ edge }) => edge.relation === 'correlates');
  const prevented = edges.filter(({ edge }) => edge.relation === 'prevents');
  const disputed = prevented.filter(({ edge }) => edge.isDisputed).length;
  const leading = edges.filter((row) => ![timely, along, prevented].some((rows) => rows.includes(row)));
  const before = leading.filter(({ edge }) => edge.to === node.id);
  const after = leading.filter(({ edge }) => edge.from === node.id);
  const ways = { onNode, onEdge };
  return (
    <>
      <header className="px-4 pt-4 pb-3">
        <p className="flex items-center justify-between gap-2 text-ink-2 text-small">
          {causes.kind(node.kind)}
          <CopyId value={node.id} />
        </p>
        {/* biome-ignore lint/a11y/useSemanticElements: formatted text has paragraphs and lists, which an h2 must not have */}
        <div role="heading" aria-level={2} className="max-h-60 overflow-y-auto text-read">
          <Markdown text={text} />
        </div>
        {!node.isActive && <p className="mt-1 text-ink-3 text-small">{words.inactive}</p>}
      </header>
      <NodeDeedsBar deeds={deeds} isDecision={node.kind === 'decision'} />
      <Part title={words.outcomes(node.kind)}>
        <Outcomes {...node} />
      </Part>
      <Part title={words.before(node.causes, node.disputedCauses)}>
        <EdgeRows rows={before} back {...ways} />
        {claim('cause')}
      </Part>
      <Part title={words.after(node.effects, node.disputedEffects)}>
        <EdgeRows rows={after} back={false} {...ways} />
        {claim('effect')}
      </Part>
      <BothWays
        title={words.prevented(prevented.length - disputed, disputed)}
        rows={prevented}
        nodeId={node.id}
        {...ways}
      />
      {along.length > 0 && (
        <Part title={words.along(along.length)}>
          <EdgeRows rows={along} back={false} {...ways} />
        </Part>
      )}
      <BothWays title={words.order(timely.length)} rows={timely} nodeId={node.id} {...ways} />
      {edges.length < edgeCount && <p className="px-4 pb-3 text-ink-3">{words.notAll(edges.length, edgeCount)}</p>}
      {mentions.length > 0 && <Sessions mentions={mentions} all={node.episodes} />}
    </>
  );
}
