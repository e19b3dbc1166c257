import type { CausalClaim, Failure, OutputOf, PatternCase } from '@twicewise/contract';
import clsx from 'clsx';
import { stringifySearch } from '../../data/lessons-view.ts';
import { Button } from '../../elements/Button/Button.tsx';
import { CopyId } from '../../elements/CopyId/CopyId.tsx';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { LINK_LOOK } from '../../elements/TextLink/TextLink.tsx';
import { useKeptProject } from '../../state/chosen-project.tsx';
import { patterns as words } from '../../strings/patterns.ts';
import { Part } from '../Causes/Said.tsx';
import { StanceForm } from '../Causes/StanceForm.tsx';
import { SessionLink } from '../SessionLink/SessionLink.tsx';
import { GLYPH } from './PatternRow.tsx';

type Found = OutputOf<'pattern.get'>;

interface PatternDetailsProps {
  found: Found;
  /** The name of its project, once known. */
  project: string | null;
  /** Claims or disputes the pattern; returns the failure if that was refused. */
  onSay: (stance: 'supports' | 'disputes', note: string) => Promise<Failure | null>;
  onRetract: (claimId: string) => void;
}

/** A lesson or session that shows the pattern, in its own words where they differ. */
function Case({ shown, found }: { shown: PatternCase; found: Found }) {
  const { trigger, action, outcome, reflectionId, episodeId, at } = shown;
  const project = useKeptProject()(found.pattern.projectId);
  const differs = [trigger !== found.trigger && trigger, action !== found.action && action].filter(Boolean);
  return (
    <li className="flex gap-2 border-line border-t py-2 first:border-t-0 first:pt-0">
      <span className="mt-0.5">
        <OutcomeGlyph outcome={outcome} decorative />
      </span>
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{words.open.outcome[outcome]}</span>
          {reflectionId && (
            <a
              href={`#/lessons${stringifySearch({ project, lesson: reflectionId })}`}
              className={clsx('min-h-6', LINK_LOOK)}
            >
              {words.open.lesson}
            </a>
          )}
          {episodeId && (
            <SessionLink episodeId={episodeId} projectId={found.pattern.projectId}>
              {words.open.session}
            </SessionLink>
          )}
          {at && (
            <span className="text-ink-3">
              <RelativeTime at={at} />
            </span>
          )}
        </p>
        {differs.map((text) => (
          <p key={String(text)} dir="auto" className="text-ink-2 wrap-anywhere">
            {text}
          </p>
        ))}
      </div>
    </li>
  );
}

function Word({ claim, onRetract }: { claim: CausalClaim; onRetract: PatternDetailsProps['onRetract'] }) {
  const { id, stance, author, createdAt, note } = claim;
  return (
    <li className="border-line border-t py-2 first:border-t-0 first:pt-0">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className={stance === 'disputes' ? 'font-medium text-failure' : 'font-medium'}>
          {stance === 'disputes' ? `✕ ${words.open.against}` : words.open.for}
        </span>
        <span className="text-ink-2 wrap-anywhere">{author.name}</span>
        <span className="text-ink-3">
          <RelativeTime at={createdAt} />
        </span>
      </p>
      {note !== '' && (
        <p dir="auto" className="wrap-anywhere">
          {note}
        </p>
      )}
      <Button tone="quiet" className="-ml-2.5" onClick={() => onRetract(id)}>
        {words.open.retract}
      </Button>
    </li>
  );
}

/** One pattern: the reason, what was done, how it went, its evidence and claims. */
export function PatternDetails({ found, project, onSay, onRetract }: PatternDetailsProps) {
  const { pattern, trigger, action, cases, claims } = found;
  const { id, kind, standing, state, occurrences } = pattern;
  return (
    <>
      <header className="flex flex-col gap-1 px-4 pt-4 pb-3">
        <p className="flex items-center justify-between gap-2 text-ink-2 text-small">
          <span>
            {words.open.label} {project !== null && <bdi>{words.open.inProject(project)}</bdi>}
          </span>
          <CopyId value={id} />
        </p>
        <p dir="auto" className="text-ink-2 wrap-anywhere">
          {words.kinds[kind]}: {trigger}
        </p>
        <h2 dir="auto" className="font-semibold text-read wrap-anywhere">
          {action}
        </h2>
      </header>
      <Part title={words.open.known}>
        <p className="flex items-center gap-2 font-medium">
          <OutcomeGlyph outcome={GLYPH[standing]} decorative />
          {words.standing[standing]}
        </p>
        <p className="text-ink-2">{words.rate(pattern)}</p>
        {standing === 'open' && <p className="text-ink-2">{words.open.undecided}</p>}
        <p className={state === 'disputed' ? 'font-medium text-failure' : 'text-ink-2'}>{words.open[state]}</p>
      </Part>
      <StanceForm optional={words.add} onSay={onSay} />
      {claims.length > 0 && (
        <Part title={words.open.words(claims.length)}>
          <ul>
            {claims.map((claim) => (
              <Word key={claim.id} claim={claim} onRetract={onRetract} />
            ))}
          </ul>
        </Part>
      )}
      <Part title={words.open.cases(occurrences)}>
        {cases.length === 0 && <p className="text-ink-3">{words.open.noCases}</p>}
        <ul>
          {cases.map((shown) => (
            <Case
              key={`${shown.reflectionId} ${shown.episodeId} ${shown.itemId} ${shown.action}`}
              shown={shown}
              found={found}
            />
          ))}
        </ul>
        {cases.length < occurrences && <p className="text-ink-3">{words.open.notAll(cases.length)}</p>}
      </Part>
    </>
  );
}
