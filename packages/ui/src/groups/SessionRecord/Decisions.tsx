import type { EpisodeDecision } from '@twicewise/contract';
import clsx from 'clsx';
import { Check, Split } from 'lucide-react';
import { useEffect } from 'react';
import { isDoubtful } from '../../data/shown-outcome.ts';
import type { Reference, TimelineDecision, TimelineItem } from '../../data/timeline.ts';
import { LongText } from '../../elements/LongText/LongText.tsx';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { sessionRecord } from '../../strings/session-record.ts';
import { strings } from '../../strings.ts';
import { keyedByPlace } from '../LessonForm/place.ts';
import { Section } from '../LessonText/Section.tsx';
import { KnownBy } from '../SessionList/KnownBy.tsx';
import { ItemTime } from './ItemTime.tsx';
import { References } from './References.tsx';

const words = sessionRecord.decision;

interface DecisionsProps {
  /** In the order of the timeline. */
  decisions: readonly TimelineDecision[];
  byId: ReadonlyMap<string, TimelineItem>;
  /** A decision to scroll to and focus. */
  target: string | null;
  onReached: () => void;
  /** Jumps to an item in the timeline. */
  onJump: (id: string) => void;
}

/** The id of a card's element. */
const cardId = (id: string) => `decision-${id}`;

function Options({ options, chosen }: Pick<EpisodeDecision, 'options' | 'chosen'>) {
  if (options.length === 0) return null;
  return (
    <Section label={words.options}>
      <ul className="flex flex-col gap-1 text-base">
        {keyedByPlace(options).map(({ key, item }) => (
          <li key={key} className="flex gap-2">
            <span className="mt-1 w-3.5 shrink-0">
              {item === chosen && <Check size={13} role="img" aria-label={words.chosen} />}
            </span>
            <div className="min-w-0">
              <LongText
                markdown
                text={item}
                className={clsx('max-w-[72ch]', item === chosen ? 'font-medium' : 'text-ink-2')}
              />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Text({ label, text }: { label: string; text: string | null }) {
  if (!text) return null;
  return (
    <Section label={label}>
      <div className="text-base">
        <LongText markdown text={text} />
      </div>
    </Section>
  );
}

function Risks({ risks }: Pick<EpisodeDecision, 'risks'>) {
  if (risks.length === 0) return null;
  return (
    <Section label={words.risks}>
      <ul className="flex flex-col gap-1 text-base">
        {keyedByPlace(risks).map(({ key, item }) => (
          <li key={key}>
            <LongText markdown text={item} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The confidence and outcome of a decision; what nobody stated is left out. */
function Known({ decision }: { decision: EpisodeDecision }) {
  const { confidence, outcome } = decision;
  return (
    <>
      {confidence !== null && (
        <Section label={words.confidence}>
          <span className="font-mono text-base">{confidence.toFixed(2)}</span>
        </Section>
      )}
      {outcome !== 'unknown' && (
        <Section label={words.outcome}>
          <span className="flex items-center gap-2 text-base">
            <OutcomeGlyph outcome={outcome} doubtful={isDoubtful(decision)} decorative />
            {strings.outcome[outcome]}
            <KnownBy of={decision} />
          </span>
        </Section>
      )}
    </>
  );
}

function Links({
  label,
  refs,
  byId,
  onJump,
}: { label: string; refs: readonly Reference[] } & Pick<DecisionsProps, 'byId' | 'onJump'>) {
  if (refs.length === 0) return null;
  return (
    <Section label={label}>
      <References refs={refs} items={byId} onJump={onJump} />
    </Section>
  );
}

/** Order in time and correlation are neither cause nor effect. */
const isCausal = ({ relation }: Reference) => relation !== 'precedes' && relation !== 'correlates';

function Card({ decision, byId, onJump }: { decision: TimelineDecision } & Pick<DecisionsProps, 'byId' | 'onJump'>) {
  const { id, type, chosen, context, rationale, refs } = decision;
  const causal = refs.filter(isCausal);
  return (
    <li
      id={cardId(id)}
      tabIndex={-1}
      className="@container flex flex-col gap-2 border-line border-t py-4 first:border-t-0 first:pt-0 focus:bg-signal-tint focus-visible:outline-none"
    >
      <p className="flex flex-wrap items-center gap-x-2 text-small">
        <Split size={13} aria-hidden className="text-ink-2" />
        <span className="min-w-0 wrap-anywhere text-ink-2">{type ?? sessionRecord.timeline.decision}</span>
        <ItemTime item={decision} inline />
        <TextLink className="min-h-6 text-ink-2" onClick={() => onJump(id)}>
          {words.toTimeline}
        </TextLink>
        <span className="ml-auto font-mono text-ink-3 text-micro">{id}</span>
      </p>
      <LongText markdown text={chosen} className="max-w-[68ch] font-medium text-read" />
      <Text label={words.context} text={context} />
      <Options options={decision.options} chosen={chosen} />
      <Text label={words.rationale} text={rationale} />
      <Risks risks={decision.risks} />
      <Known decision={decision} />
      <Links
        label={words.causes}
        refs={causal.filter(({ direction }) => direction === 'backward')}
        byId={byId}
        onJump={onJump}
      />
      <Links
        label={words.effects}
        refs={causal.filter(({ direction }) => direction === 'forward')}
        byId={byId}
        onJump={onJump}
      />
      <Links label={words.besides} refs={refs.filter((ref) => !isCausal(ref))} byId={byId} onJump={onJump} />
    </li>
  );
}

/** Each decision in full: its options, the choice and its reason, and what followed. */
export function Decisions({ decisions, byId, target, onReached, onJump }: DecisionsProps) {
  useEffect(() => {
    if (target === null) return;
    const card = document.getElementById(cardId(target));
    card?.scrollIntoView({ block: 'start' });
    card?.focus({ preventScroll: true });
    onReached();
  }, [target, onReached]);
  if (decisions.length === 0) return <p className="text-ink-2">{words.none}</p>;
  return (
    <ol aria-label={sessionRecord.tabs.decisions}>
      {decisions.map((decision) => (
        <Card key={decision.id} decision={decision} byId={byId} onJump={onJump} />
      ))}
    </ol>
  );
}
