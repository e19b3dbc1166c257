import type { CausalEvidence, Failure, OutputOf } from '@twicewise/contract';
import { Button } from '../../elements/Button/Button.tsx';
import { CopyId } from '../../elements/CopyId/CopyId.tsx';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { causes } from '../../strings/causes.ts';
import { SessionLink } from '../SessionLink/SessionLink.tsx';
import { NodeLink, Part } from './Said.tsx';
import { StanceForm } from './StanceForm.tsx';

const words = causes.edge;

interface EdgePanelProps {
  found: OutputOf<'causal.edge'>;
  onNode: (id: string) => void;
  /** Claims or disputes the edge; returns the failure if that was refused. */
  onSay: (stance: 'supports' | 'disputes', note: string) => Promise<Failure | null>;
  onRetract: (claimId: string) => void;
}

interface VoiceProps extends Pick<EdgePanelProps, 'onRetract'> {
  voice: CausalEvidence;
  /** False of order in time, which has no weight as a cause. */
  isWeighed: boolean;
}

/** One piece of evidence: who gave it, when, and on what basis. */
function Voice({ voice, isWeighed, onRetract }: VoiceProps) {
  const { basis, stance, strength, author, at, note, episodeId, claimId } = voice;
  return (
    <li className="border-line border-t py-2 first:border-t-0 first:pt-0">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className={stance === 'disputes' ? 'font-medium text-failure' : 'font-medium'}>
          {stance === 'disputes' ? '✕ ' : ''}
          {words.stance[stance]}
        </span>
        <span>{causes.bases[basis]}</span>
        {author && <span className="text-ink-2 wrap-anywhere">{author.name}</span>}
        {at && (
          <span className="text-ink-3">
            <RelativeTime at={at} />
          </span>
        )}
      </p>
      {note && (
        <p dir="auto" className="whitespace-pre-wrap text-ink-2 wrap-anywhere">
          {note}
        </p>
      )}
      <p className="flex flex-wrap items-baseline gap-x-3 text-ink-3 text-small">
        {isWeighed && words.counts(strength)}
        {episodeId && <SessionLink episodeId={episodeId}>{words.session}</SessionLink>}
        {claimId && (
          <Button tone="quiet" className="ml-auto" onClick={() => onRetract(claimId)}>
            {words.retract}
          </Button>
        )}
      </p>
    </li>
  );
}

/** How the weight of an edge follows from its voices; core/causes/weight.ts is the rule. */
function howWeighed({ edge, evidence, evidenceCount }: EdgePanelProps['found']): string {
  const count = (side: CausalEvidence['stance']) =>
    evidence.reduce((sum, { stance, strength }) => (stance === side ? sum + strength : sum), 0);
  const isAll = evidence.length === evidenceCount;
  const follows = isAll ? words.follows(count('supports'), count('disputes')) : words.followsUnseen;
  return `${words.meaning(edge.supports, edge.disputes)} ${follows}`;
}

/** How an edge is known: its weight and what that means, all evidence, and a form to claim or dispute it. */
export function EdgePanel({ found, onNode, onSay, onRetract }: EdgePanelProps) {
  const { edge, from, to, evidence, evidenceCount } = found;
  const { relations, weight } = causes;
  const isTimely = edge.relation === 'precedes';
  const together = words.together(edge.together);
  return (
    <>
      <header className="flex flex-col gap-1 px-4 pt-4 pb-3">
        <p className="flex items-center justify-between gap-2 text-ink-2 text-small">
          {words.label}
          <CopyId value={edge.id} />
        </p>
        <NodeLink node={from} onGo={onNode} />
        <h2 className="font-semibold text-read">
          {edge.isDisputed ? <s>{relations[edge.relation]}</s> : relations[edge.relation]}
        </h2>
        <NodeLink node={to} onGo={onNode} />
      </header>
      <Part title={isTimely ? words.orderTitle : `${words.weight} ${weight(edge.weight)}`}>
        {edge.isDisputed && <p className="font-medium text-failure">{words.disputed}</p>}
        <p className="text-ink-2">{isTimely ? words.order : howWeighed(found)}</p>
        {together && <p className="mt-1 text-ink-2">{together}</p>}
      </Part>
      {!isTimely && <StanceForm isSaid={edge.supports > 0} onSay={onSay} />}
      <Part title={`${words.title}: ${words.voices(evidenceCount)}`}>
        <ul>
          {evidence.map((voice) => (
            <Voice
              key={`${voice.claimId ?? ''} ${voice.episodeId ?? ''} ${voice.fromItem ?? ''} ${voice.toItem ?? ''} ${voice.basis}`}
              voice={voice}
              isWeighed={!isTimely}
              onRetract={onRetract}
            />
          ))}
        </ul>
        {evidence.length < evidenceCount && (
          <p className="text-ink-3">{words.notAll(evidence.length, evidenceCount)}</p>
        )}
      </Part>
    </>
  );
}
