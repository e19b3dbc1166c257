import type { CausalNode, OutputOf } from '@twicewise/contract';
import type { ReactNode } from 'react';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { causes } from '../../strings/causes.ts';
import { SessionLink } from '../SessionLink/SessionLink.tsx';
import { type AnswerWays, Chains, Meant, StepLine } from './Chains.tsx';
import { NodeLink, Outcomes } from './Said.tsx';
import { ownOutcome } from './SimilarDecisions.tsx';

const words = causes.questions;

function Nothing({ text }: { text: string }) {
  return <p className="font-medium text-read">{text}</p>;
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-line border-t pt-3">
      <h3 className="mb-1.5 font-medium">{title}</h3>
      {children}
    </section>
  );
}

/** That no cause of a node is known, or disputed ones only. */
function NoCause({ node, onNode }: { node: CausalNode } & Pick<AnswerWays, 'onNode'>) {
  if (node.disputedCauses === 0) return <Nothing text={words.whyNone} />;
  return (
    <>
      <Nothing text={words.whyDisputed(node.disputedCauses)} />
      <TextLink className="self-start" onClick={() => onNode(node.id)}>
        {words.showDisputed}
      </TextLink>
    </>
  );
}

/** What came before something without a known cause in its session, latest first, because the nearest tells the most. */
function Before({ before }: Pick<OutputOf<'causal.why'>, 'before'>) {
  const [first] = before;
  if (!first) return null;
  return (
    <section>
      <p className="mb-2 text-ink-2">
        {words.before} <SessionLink episodeId={first.episodeId}>{words.session}</SessionLink>
      </p>
      <ol>
        {before.toReversed().map(({ itemId, kind, text }) => (
          <li key={itemId} className="border-line border-t py-2">
            {/* Without padding of its own: a cut text would go on into it. */}
            <p dir="auto" title={text} className="line-clamp-4 wrap-anywhere">
              <span className="text-ink-2 text-small">{causes.kind(kind)}</span> {text}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Sessions about words that no node is like, with what failed in each: it may be what was meant. */
function SessionsAbout({
  sessions,
  onSubject,
}: Pick<OutputOf<'causal.why'>, 'sessions'> & Pick<WhyProps, 'onSubject'>) {
  return (
    <Section title={words.sessionsAbout}>
      <ul>
        {sessions.map(({ episodeId, task, failures }) => (
          <li key={episodeId} className="border-line border-t py-2 first:border-t-0 first:pt-0">
            <p className="text-ink-2 text-small">
              <SessionLink episodeId={episodeId}>{task || words.session}</SessionLink>
            </p>
            <ul>
              {failures.map((node) => (
                <li key={node.id}>
                  <NodeLink node={node} onGo={onSubject} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface WhyProps extends AnswerWays {
  answer: OutputOf<'causal.why'>;
  onSubject: (id: string) => void;
}

/** What led to something. */
export function WhyAnswer({ answer, onSubject, ...ways }: WhyProps) {
  const { of, chains, isComplete, before, sessions } = answer;
  return (
    <>
      <Meant resolved={of} leads={sessions.length > 0} onChoose={onSubject} />
      {sessions.length > 0 && <SessionsAbout sessions={sessions} onSubject={onSubject} />}
      {of.node && chains.length === 0 && <NoCause node={of.node} onNode={ways.onNode} />}
      {chains.length === 0 && <Before before={before} />}
      {!isComplete && <p className="text-ink-2">{words.incomplete}</p>}
      <Chains chains={chains} {...ways} />
    </>
  );
}

interface PathProps extends AnswerWays {
  answer: OutputOf<'causal.path'>;
  onFrom: (id: string) => void;
  onTo: (id: string) => void;
}

/** How one thing led to another. */
export function PathAnswer({ answer, onFrom, onTo, ...ways }: PathProps) {
  const { from, to, paths, inOrder, isComplete } = answer;
  const first = inOrder?.first === 'from' ? from.node : to.node;
  return (
    <>
      <Meant resolved={from} onChoose={onFrom} />
      <Meant resolved={to} onChoose={onTo} />
      {from.node && to.node && paths.length === 0 && <Nothing text={words.pathNone} />}
      {inOrder && first && (
        <p className="text-ink-2">
          {words.inOrder(first.label)} <SessionLink episodeId={inOrder.episodeId}>{words.session}</SessionLink>
        </p>
      )}
      {!isComplete && <p className="text-ink-2">{words.incomplete}</p>}
      <Chains chains={paths} {...ways} />
    </>
  );
}

function Side({ title, cases, ...rates }: { title: string; cases: number } & Pick<CausalNode, 'outcomes' | 'success'>) {
  return (
    <Section title={`${title}: ${words.cases(cases)}`}>
      <Outcomes {...rates} />
    </Section>
  );
}

interface WhatIfProps extends Pick<AnswerWays, 'onNode' | 'onEdge'> {
  answer: OutputOf<'causal.whatIf'>;
  onSubject: (id: string) => void;
}

/** What another choice might have led to. */
export function WhatIfAnswer({ answer, onSubject, onNode, onEdge }: WhatIfProps) {
  const { decision, actual, alternative, loses, gains } = answer;
  return (
    <>
      <Meant resolved={decision} onChoose={onSubject} />
      {decision.node && (
        <>
          <Side title={words.actual} {...actual} />
          <Side
            title={words.alternative}
            cases={alternative.cases.length}
            outcomes={alternative.outcomes}
            success={alternative.success}
          />
          {alternative.cases.length > 0 && (
            <ul className="flex flex-col gap-1">
              {alternative.cases.map((hit) => (
                <li key={`${hit.episodeId} ${hit.itemId}`} className="flex items-baseline gap-2">
                  <OutcomeGlyph outcome={ownOutcome(hit)} />
                  <span dir="auto" className="min-w-0 wrap-anywhere">
                    {hit.chosen}
                  </span>
                  <SessionLink episodeId={hit.episodeId}>{words.session}</SessionLink>
                </li>
              ))}
            </ul>
          )}
          <Section title={words.loses}>
            {loses.length === 0 && <p className="text-ink-3">{words.noneSo}</p>}
            <ul>
              {loses.map(({ node, otherCauses }) => (
                <li key={node.id}>
                  <NodeLink node={node} onGo={onNode} />{' '}
                  <span className="text-ink-3 text-small">{words.otherCauses(otherCauses)}</span>
                </li>
              ))}
            </ul>
          </Section>
          <Section title={words.gains}>
            {gains.length === 0 && <p className="text-ink-3">{words.noneSo}</p>}
            <ul className="flex flex-col gap-2">
              {gains.map((step) => (
                <li key={step.edge.id}>
                  <NodeLink node={step.from} onGo={onNode} />
                  <StepLine step={step} onEdge={onEdge} />
                  <NodeLink node={step.to} onGo={onNode} />
                </li>
              ))}
            </ul>
          </Section>
        </>
      )}
    </>
  );
}

/** Leads to the node that tells of a dead end, which may have other words than it. */
function OnMap({ node, onNode }: { node: CausalNode | undefined; onNode: (id: string) => void }) {
  if (!node) return null;
  const name = causes.start.onMapOf(node.label);
  return (
    <TextLink className="min-h-6" title={name} aria-label={name} onClick={() => onNode(node.id)}>
      {causes.start.onMap}
    </TextLink>
  );
}

interface DeadEndsProps {
  answer: OutputOf<'causal.deadEnds'>;
  onNode: (id: string) => void;
  onLesson: (id: string) => void;
}

/** What was tried for a similar task and did not work. */
export function DeadEndsAnswer({ answer: { items, steps }, onNode, onLesson }: DeadEndsProps) {
  const drawn = new Map(steps.flatMap(({ from, to }) => [from, to]).map((node) => [node.id, node]));
  if (items.length === 0) return <Nothing text={words.deadendsNone} />;
  return (
    <ol className="flex flex-col gap-3">
      {items.map(({ tried, disprovedBy, instead, worksElsewhere, isDraft, lessonId, episodeId, itemId, nodeId }) => (
        <li key={`${lessonId ?? ''} ${episodeId ?? ''} ${itemId ?? ''} ${tried}`} className="border-line border-t pt-3">
          <p dir="auto" className="flex items-baseline gap-2 font-medium wrap-anywhere">
            <OutcomeGlyph outcome="failure" decorative />
            {tried}
            {isDraft && (
              <span className="shrink-0 rounded-sm border border-control border-dashed px-1 font-normal text-ink-2 text-small">
                {words.draft}
              </span>
            )}
          </p>
          <dl className="mt-1 grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 gap-y-1">
            <dt className="text-ink-2">{words.shownBy}</dt>
            <dd dir="auto" className={disprovedBy === null ? 'text-ink-3' : 'wrap-anywhere'}>
              {disprovedBy ?? words.nobodySaid}
            </dd>
            {instead !== null && (
              <>
                <dt className="text-ink-2">{words.instead}</dt>
                <dd dir="auto" className="wrap-anywhere">
                  {instead}
                </dd>
              </>
            )}
          </dl>
          {worksElsewhere > 0 && <p className="text-ink-2">{words.elsewhere(worksElsewhere)}</p>}
          <p className="mt-1 flex items-baseline gap-3 text-small">
            <OnMap node={drawn.get(nodeId ?? '')} onNode={onNode} />
            {lessonId && (
              <TextLink className="min-h-6" onClick={() => onLesson(lessonId)}>
                {words.lesson}
              </TextLink>
            )}
            {episodeId && <SessionLink episodeId={episodeId}>{words.session}</SessionLink>}
          </p>
        </li>
      ))}
    </ol>
  );
}
