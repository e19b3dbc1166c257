import type { DecisionHit, OutputOf } from '@twicewise/contract';
import type { ReactNode } from 'react';
import { isDoubtful } from '../../data/shown-outcome.ts';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { causes } from '../../strings/causes.ts';
import { strings } from '../../strings.ts';
import { SessionLink } from '../SessionLink/SessionLink.tsx';
import { KnownBy } from '../SessionList/KnownBy.tsx';

const words = causes.questions;

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd dir="auto" className="min-w-0 wrap-anywhere">
        {children}
      </dd>
    </>
  );
}

/**
 * The outcome of the decision itself. The outcome of its session does not count: a session may end well in spite of a wrong
 * decision.
 */
export function ownOutcome({ outcome, outcomeOf }: DecisionHit): DecisionHit['outcome'] {
  return outcomeOf === 'decision' ? outcome : 'unknown';
}

/** The outcome of the decision and how it is known; if nobody stated one, the outcome of its session. */
function TurnedOut({ hit }: { hit: DecisionHit }) {
  const isOwn = hit.outcomeOf === 'decision';
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5">
      {strings.outcome[ownOutcome(hit)]}
      {isOwn && <KnownBy of={hit} />}
      {!isOwn && hit.outcome !== 'unknown' && (
        <span className="text-ink-3">
          · {words.ofSession}: {strings.outcome[hit.outcome]}
        </span>
      )}
    </span>
  );
}

interface SimilarDecisionsProps {
  answer: OutputOf<'causal.similarDecisions'>;
  onNode: (id: string) => void;
}

/** Similar decisions, each with what was chosen, why, and how it turned out. */
export function SimilarDecisions({ answer: { items, onRecord }, onNode }: SimilarDecisionsProps) {
  if (items.length === 0) return <p className="font-medium text-read">{words.similarNone}</p>;
  return (
    <>
      {!onRecord && (
        <div>
          <p className="font-medium text-read">{words.notOnRecord}</p>
          <p className="text-ink-2">{words.nearest}</p>
        </div>
      )}
      <Decisions items={items} onNode={onNode} />
    </>
  );
}

function Decisions({ items, onNode }: { items: readonly DecisionHit[] } & Pick<SimilarDecisionsProps, 'onNode'>) {
  return (
    <ol className="flex flex-col gap-3">
      {items.map((hit) => {
        const { episodeId, itemId, nodeId, context, chosen, options, rationale, at } = hit;
        const others = options.filter((option) => option !== chosen);
        return (
          <li key={`${episodeId} ${itemId}`} className="border-line border-t pt-3">
            <p className="flex items-baseline gap-2 font-medium">
              <OutcomeGlyph
                outcome={ownOutcome(hit)}
                doubtful={hit.outcomeOf === 'decision' && isDoubtful(hit)}
                decorative
              />
              <TextLink dir="auto" className="min-h-6 text-left wrap-anywhere" onClick={() => onNode(nodeId)}>
                {chosen}
              </TextLink>
            </p>
            <dl className="mt-1 grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 gap-y-1">
              {context !== '' && context !== chosen && <Fact name={words.context}>{context}</Fact>}
              {rationale && <Fact name={words.because}>{rationale}</Fact>}
              {others.length > 0 && <Fact name={words.besides}>{others.join(' · ')}</Fact>}
              <Fact name={words.turnedOut}>
                <TurnedOut hit={hit} />
              </Fact>
            </dl>
            <p className="mt-1 flex items-baseline gap-3 text-small">
              <SessionLink episodeId={episodeId}>{words.session}</SessionLink>
              {at !== null && (
                <span className="text-ink-3">
                  <RelativeTime at={at} />
                </span>
              )}
            </p>
          </li>
        );
      })}
    </ol>
  );
}
