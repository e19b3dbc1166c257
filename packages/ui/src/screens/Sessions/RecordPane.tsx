import { useQuery } from '@tanstack/react-query';
import type { Episode } from '@twicewise/contract';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useClient } from '../../data/client.ts';
import { attemptAnalysis } from '../../data/queries/attempts.ts';
import { saidOfEpisode } from '../../data/queries/causes.ts';
import { source as sourceQuery } from '../../data/queries/sources.ts';
import { TABS, type Tab } from '../../data/sessions-view.ts';
import { timelineOf } from '../../data/timeline.ts';
import { type TimelineMark, timelineMarks } from '../../data/timeline-marks.ts';
import { Tabs, tabId } from '../../elements/Tabs/Tabs.tsx';
import { Decisions } from '../../groups/SessionRecord/Decisions.tsx';
import { RecordFacts } from '../../groups/SessionRecord/RecordFacts.tsx';
import { RecordHeading } from '../../groups/SessionRecord/RecordHeading.tsx';
import { OwnLessons } from '../../groups/SessionRecord/RecordLessons.tsx';
import { type RecordActions, RecordToolbar } from '../../groups/SessionRecord/RecordToolbar.tsx';
import { Timeline } from '../../groups/SessionRecord/Timeline.tsx';
import { PurgePart } from '../../panes/Purge/PurgePart.tsx';
import { useAction } from '../../state/action-registry.tsx';
import { sessionRecord as words } from '../../strings/session-record.ts';
import { LessonsPart } from './LessonsPart.tsx';
import { tabsOf, useAnswerCount, useAttemptCount, useLessonCount, useTurnCount } from './part-counts.ts';
import { LateAttempts, LateShown, LateSummary, LateTurns } from './parts-on-demand.ts';
import type { SessionWays } from './session-ways.ts';

const PANEL = 'session-part';

interface RecordPaneProps {
  episode: Episode;
  tab: Tab;
  onTab: (tab: Tab) => void;
  /** The shown turn; undefined for the last one. */
  turnId: string | undefined;
  onTurn: (id: string) => void;
  /** The item of the timeline that the link leads to, and what to do once it is in sight. */
  item: string | undefined;
  onItem: () => void;
  act: RecordActions;
  correcting: readonly [boolean, (open: boolean) => void];
  /** Whether the purge was requested. */
  purging: readonly [boolean, (on: boolean) => void];
  ways: SessionWays;
  onBack: (() => void) | undefined;
}

function Facts({ episode, ways }: { episode: Episode; ways: SessionWays }) {
  const { sourceId } = episode;
  const { data: source } = useQuery({ ...sourceQuery(useClient(), sourceId ?? ''), enabled: sourceId !== null });
  return <RecordFacts episode={episode} source={source} onProject={ways.toProject} />;
}

/** The items of a record, in the forms that its parts need. */
function useItems(episode: Episode) {
  const { data: said, isPending } = useQuery(saidOfEpisode(useClient(), episode.id));
  return useMemo(() => {
    const items = timelineOf(episode, said?.links, said?.disputed);
    return {
      items,
      // Until then the rows are shorter than they will be.
      areWhole: !isPending,
      decisions: items.filter((item) => item.kind === 'decision'),
      byId: new Map(items.map((item) => [item.id, item])),
    };
  }, [episode, said, isPending]);
}

const NO_MARKS: readonly TimelineMark[] = [];

/** What the attempts of the session say of its course; nothing until that is known. */
function useMarks({ sessionId }: Episode): readonly TimelineMark[] {
  const { data } = useQuery(attemptAnalysis(useClient(), sessionId));
  return useMemo(() => (data ? timelineMarks(data) : NO_MARKS), [data]);
}

function useParts(
  { episode, tab, onTab, turnId, onTurn, item, onItem, ways }: RecordPaneProps,
  marks: readonly TimelineMark[],
): ReactNode {
  const { items, decisions, byId, areWhole } = useItems(episode);
  // A target belongs to one part, because the part being left is rendered once more.
  const [chosen, setTarget] = useState<{ part: Tab; id: string } | null>(null);
  const target = item === undefined ? chosen : { part: 'timeline', id: item };
  const onReached = useCallback(() => {
    setTarget(null);
    onItem();
  }, [onItem]);
  const go = (to: Tab) => (id: string) => {
    setTarget({ part: to, id });
    if (tab !== to) onTab(to);
  };
  const jumping = {
    byId,
    target: target?.part === tab && areWhole ? target.id : null,
    onReached,
    onJump: go('timeline'),
  };
  switch (tab) {
    case 'timeline':
      return (
        <Timeline
          {...jumping}
          items={items}
          marks={marks}
          onDecision={go('decisions')}
          onAttempt={go('attempts')}
          // What a session in the bin holds is no part of causes.
          onConnect={episode.deletedAt ? null : () => ways.toConnect(episode.id)}
        />
      );
    case 'summary':
      return <LateSummary sessionId={episode.sessionId} />;
    case 'attempts':
      return (
        <LateAttempts
          sessionId={episode.sessionId}
          target={jumping.target}
          onReached={onReached}
          onLesson={ways.toLesson}
          onGone={() => focusTab('attempts')}
        />
      );
    case 'turns':
      return (
        <LateTurns
          sessionId={episode.sessionId}
          turnId={turnId}
          onTurn={onTurn}
          onLesson={ways.toLesson}
          onGone={() => focusTab('turns')}
        />
      );
    case 'decisions':
      return <Decisions {...jumping} decisions={decisions} />;
    case 'lessons':
      return (
        <>
          <OwnLessons lessons={episode.lessons} />
          <LessonsPart sessionId={episode.sessionId} ways={ways} />
        </>
      );
    case 'told':
      return <LateShown sessionId={episode.sessionId} ways={ways} />;
    case 'record':
      return <Facts episode={episode} ways={ways} />;
  }
}

/** Gives the focus to the tab of a part whose buttons go with what they act on. */
const focusTab = (tab: Tab) => document.getElementById(tabId(PANEL, tab))?.focus();

/** The open session: its outcome, its task, and its parts. */
export function RecordPane(props: RecordPaneProps) {
  const { episode, tab, onTab, act, correcting, purging, ways, onBack } = props;
  const marks = useMarks(episode);
  const part = useParts(props, marks);
  const step = (by: number) => onTab(TABS[(TABS.indexOf(tab) + by + TABS.length) % TABS.length] ?? 'timeline');
  useAction('nextPart', () => step(1));
  useAction('partBefore', () => step(-1));
  // Here it means those of this session.
  useAction('connectThings', () => ways.toConnect(episode.id), !episode.deletedAt);
  const stored = useLessonCount(episode.sessionId);
  const tabs = tabsOf(TABS, {
    timeline: episode.decisions.length + episode.events.length + marks.length,
    attempts: useAttemptCount(episode.sessionId),
    turns: useTurnCount(episode.sessionId),
    told: useAnswerCount(episode.sessionId),
    lessons: stored === undefined ? undefined : episode.lessons.length + stored,
    decisions: episode.decisions.length,
  });
  return (
    <>
      <RecordToolbar episode={episode} act={act} correcting={correcting} purging={purging} onBack={onBack} />
      {episode.deletedAt && purging[0] && (
        <PurgePart
          purged={{ kind: 'episode', which: { ids: [episode.id] } }}
          asked
          className="border-b px-4 @lg:px-6"
          onDone={act.purged}
          onCancel={() => purging[1](false)}
        />
      )}
      <div data-place="session" className="@container min-h-0 grow overflow-y-auto">
        <div className="p-4 @lg:px-6 @lg:pt-6 pb-0 compact:pt-4">
          <RecordHeading episode={episode} />
        </div>
        <div className="sticky top-0 z-1 mt-3 border-line border-b bg-reading px-2 @lg:px-4">
          <Tabs label={words.parts} tabs={tabs} value={tab} panel={PANEL} onChange={onTab} />
        </div>
        <div
          id={PANEL}
          role="tabpanel"
          aria-labelledby={tabId(PANEL, tab)}
          className="@container max-w-240 p-4 @lg:px-6"
        >
          {part}
        </div>
      </div>
    </>
  );
}
