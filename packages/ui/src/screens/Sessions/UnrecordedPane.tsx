import { useQuery } from '@tanstack/react-query';
import { plainText, type Session } from '@twicewise/contract';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { isGone, useClient } from '../../data/client.ts';
import { projectsApart } from '../../data/project-label.ts';
import { unrecordedSession } from '../../data/queries/episodes.ts';
import { projectList } from '../../data/queries/projects.ts';
import { session as sessionQuery } from '../../data/queries/sessions.ts';
import type { Tab } from '../../data/sessions-view.ts';
import { IconButton } from '../../elements/Button/Button.tsx';
import { keysText } from '../../elements/Kbd/Kbd.tsx';
import { LongText } from '../../elements/LongText/LongText.tsx';
import { Loading } from '../../elements/Message/Message.tsx';
import { PaneToolbar } from '../../elements/PaneToolbar/PaneToolbar.tsx';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { Tabs, tabId } from '../../elements/Tabs/Tabs.tsx';
import { BinnedActions, type PurgeRequest } from '../../groups/Binned/BinnedActions.tsx';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { PurgePart } from '../../panes/Purge/PurgePart.tsx';
import { keysOf } from '../../state/action-keys.ts';
import { useAction } from '../../state/action-registry.tsx';
import { sessionRecord } from '../../strings/session-record.ts';
import { unrecorded as words } from '../../strings/unrecorded.ts';
import { strings } from '../../strings.ts';
import { GoneSession } from './GoneSession.tsx';
import { LessonsPart } from './LessonsPart.tsx';
import { tabsOf, useAnswerCount, useAttemptCount, useLessonCount, useTurnCount } from './part-counts.ts';
import { LateAttempts, LateShown, LateSummary, LateTurns } from './parts-on-demand.ts';
import type { SessionWays } from './session-ways.ts';
import type { UnrecordedActions } from './use-unrecorded-actions.ts';

const PANEL = 'session-part';

/** The parts that need no episode. */
const PARTS = ['attempts', 'turns', 'summary', 'lessons', 'told'] as const satisfies readonly Tab[];
type Part = (typeof PARTS)[number];

interface PaneProps {
  /** Undefined for the part that has something in it. */
  tab: Tab | undefined;
  onTab: (tab: Tab) => void;
  /** The shown turn; undefined for the last one. */
  turnId: string | undefined;
  onTurn: (id: string) => void;
  ways: SessionWays;
  /** Null while it is not known whether it is in the bin, or where there is nothing to delete. */
  act: UnrecordedActions | null;
  /** Whether the purge was requested; only in the bin. */
  purging: PurgeRequest;
  /** Set in a narrow window, where the session covers the list. */
  onBack: (() => void) | undefined;
}

function Heading({ session }: { session: Session }) {
  const { id, nativeId, goal, projectId, startedAt } = session;
  // A session whose attempts and turns were all purged is listed no more, and has a name all the same.
  const { data: listed } = useQuery(unrecordedSession(useClient(), id));
  const name = words.session(nativeId ?? id);
  const { data: projects = [] } = useQuery(projectList(useClient()));
  const projectName = projectsApart(projects).find(({ id }) => id === projectId)?.name;
  return (
    <header>
      <LongText
        as="h2"
        text={plainText(listed ? words.title(listed.session) : (goal ?? name))}
        className="max-w-[56ch] font-semibold text-title"
      />
      <p className="mt-1 wrap-anywhere text-ink-2 text-small">
        <RelativeTime at={startedAt} full />
        {projectName !== undefined && (
          <>
            {' '}
            · <bdi>{projectName}</bdi>
          </>
        )}{' '}
        · <bdi>{name}</bdi>
      </p>
      <p className="max-w-[72ch] text-ink-3 text-small">{words.hint}</p>
    </header>
  );
}

/** Gives the focus to the tab of a part whose buttons go with what they act on. */
const focusTab = (part: Part) => document.getElementById(tabId(PANEL, part))?.focus();

function Actions({ act, purging }: { act: UnrecordedActions } & Pick<PaneProps, 'purging'>) {
  return (
    <div className="ml-auto flex shrink-0 items-center">
      {act.inBin ? (
        <BinnedActions onRestore={act.restore} purging={purging} />
      ) : (
        <IconButton label={strings.actions.delete} keys={keysText(keysOf('delete')[0] ?? '')} onClick={act.remove}>
          <Trash2 size={14} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}

function Whole({ session, tab, onTab, turnId, onTurn, ways, act, purging, onBack }: PaneProps & { session: Session }) {
  const sessionId = session.id;
  const { data: listed } = useQuery(unrecordedSession(useClient(), sessionId));
  const deleted = listed?.inBin ? 'only' : undefined;
  const attempts = useAttemptCount(sessionId, deleted);
  const turns = useTurnCount(sessionId, deleted);
  const counts = {
    // They are in the bin all or none; while that is not known, no number is true.
    ...(listed !== undefined && { attempts, turns }),
    lessons: useLessonCount(sessionId),
    told: useAnswerCount(sessionId),
  };
  const preferred: Part = listed?.session.tasks === 0 && listed.session.turns > 0 ? 'turns' : 'attempts';
  const part = PARTS.find((one) => one === tab) ?? preferred;
  const step = (by: number) => onTab(PARTS[(PARTS.indexOf(part) + by + PARTS.length) % PARTS.length] ?? part);
  useAction('nextPart', () => step(1));
  useAction('partBefore', () => step(-1));
  const shown: Record<Part, () => ReactNode> = {
    attempts: () => <LateAttempts sessionId={sessionId} onLesson={ways.toLesson} onGone={() => focusTab('attempts')} />,
    turns: () => (
      <LateTurns
        sessionId={sessionId}
        turnId={turnId}
        onTurn={onTurn}
        onLesson={ways.toLesson}
        onGone={() => focusTab('turns')}
      />
    ),
    summary: () => <LateSummary sessionId={sessionId} />,
    lessons: () => <LessonsPart sessionId={sessionId} ways={ways} />,
    told: () => <LateShown sessionId={sessionId} ways={ways} />,
  };
  return (
    <>
      <PaneToolbar onBack={onBack}>
        <p className="text-ink-2 text-small">{act?.inBin ? words.binned : words.only}</p>
        {act && <Actions act={act} purging={purging} />}
      </PaneToolbar>
      {act?.inBin && purging[0] && (
        <PurgePart
          purged={{ kind: 'session', which: { ids: [sessionId] } }}
          asked
          className="border-b px-4 @lg:px-6"
          onDone={act.purged}
          onCancel={() => purging[1](false)}
        />
      )}
      <div data-place="session" className="@container min-h-0 grow overflow-y-auto">
        <div className="p-4 @lg:px-6 @lg:pt-6 pb-0 compact:pt-4">
          <Heading session={session} />
        </div>
        <div className="sticky top-0 z-1 mt-3 border-line border-b bg-reading px-2 @lg:px-4">
          <Tabs label={sessionRecord.parts} tabs={tabsOf(PARTS, counts)} value={part} panel={PANEL} onChange={onTab} />
        </div>
        <div
          id={PANEL}
          role="tabpanel"
          aria-labelledby={tabId(PANEL, part)}
          className="@container max-w-240 p-4 @lg:px-6"
        >
          {shown[part]()}
        </div>
      </div>
    </>
  );
}

/** An open unrecorded session. */
export function UnrecordedPane({ sessionId, onList, ...pane }: PaneProps & { sessionId: string; onList: () => void }) {
  const query = useQuery(sessionQuery(useClient(), sessionId));
  const { data, error } = query;
  if (data && !isGone(error)) return <Whole key={sessionId} session={data} {...pane} />;
  if (!error) return <Loading text={sessionRecord.loading} />;
  if (isGone(error)) return <GoneSession id={sessionId} onList={onList} />;
  return <QueryFailure title={sessionRecord.failed} query={query} />;
}
