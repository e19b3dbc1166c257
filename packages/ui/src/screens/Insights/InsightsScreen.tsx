import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Insights, LessonPoint, MixRow } from '@twicewise/contract';
import { useEffect } from 'react';
import { useClient } from '../../data/client.ts';
import { type InsightsView, PERIODS, type Period, readInsights } from '../../data/insights-view.ts';
import { type LessonsView, readView } from '../../data/lessons-view.ts';
import { insightsOptions, isNothingCounted } from '../../data/queries/insights.ts';
import { readSessions, type SessionsView } from '../../data/sessions-view.ts';
import { localDay } from '../../elements/DateField/local-day.ts';
import { Loading, Message } from '../../elements/Message/Message.tsx';
import { Page } from '../../elements/Page/Page.tsx';
import { Segmented } from '../../elements/Segmented/Segmented.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { AnswersOverTime } from '../../groups/Insights/AnswersOverTime.tsx';
import { AttemptsToSuccess, Calibration, FailureCategories } from '../../groups/Insights/AttemptBars.tsx';
import { AttemptProgress } from '../../groups/Insights/AttemptProgress.tsx';
import { AttemptsOverTime } from '../../groups/Insights/AttemptsOverTime.tsx';
import { MixBars } from '../../groups/Insights/MixBars.tsx';
import { OutcomesOverTime } from '../../groups/Insights/OutcomesOverTime.tsx';
import { StatementList } from '../../groups/Insights/StatementList.tsx';
import { SuccessOverTime } from '../../groups/Insights/SuccessOverTime.tsx';
import { stepNames } from '../../groups/Insights/steps.ts';
import { Headline, UseNumbers } from '../../groups/Insights/UseNumbers.tsx';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { BESIDE_SESSIONS, WaysToAdd } from '../../panes/WaysToAdd.tsx';
import { useCommands } from '../../state/commands.tsx';
import { insights as words } from '../../strings/insights.ts';
import { insightsParts } from '../../strings/insights-parts.ts';
import { AttemptLines } from './AttemptLines.tsx';
import { LessonLines } from './LessonLines.tsx';

const OPTIONS = ([...PERIODS, 'all'] as const).map((value) => ({
  value,
  label: words.periods[value],
  icon: words.periods[value],
}));
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** The first and the last local day of a step, which ends before `until`. */
const daysOf = (from: string, until: string) => ({
  since: localDay(new Date(from)),
  until: localDay(new Date(Date.parse(until) - 1)),
});

interface FiguresProps {
  found: Insights;
  onShow: (filter: Partial<LessonsView>) => void;
  onGo: (lesson: string) => void;
  /** Opens sessions: those of a time, or one of them. */
  onSessions: (view: SessionsView) => void;
}

/** What attempts came to; nothing where there are none. */
function AttemptCharts({ found, onSessions }: Pick<FiguresProps, 'found' | 'onSessions'>) {
  const names = stepNames(found.step, -new Date().getTimezoneOffset());
  if (found.attempts.total === 0) return null;
  const attempts = (ids: readonly string[]) => (
    <AttemptLines ids={ids} onGo={(episode) => onSessions({ episode, tab: 'attempts' })} />
  );
  const shown = { found: found.attempts, attempts };
  return (
    <>
      <AttemptsOverTime found={found} names={names} onOpen={({ from, until }) => onSessions(daysOf(from, until))} />
      <AttemptProgress {...shown} />
      <AttemptsToSuccess {...shown} />
      <Calibration {...shown} />
      <FailureCategories {...shown} />
    </>
  );
}

function Figures({ found, onShow, onGo, onSessions }: FiguresProps) {
  const names = stepNames(found.step, -new Date().getTimezoneOffset());
  const { since, until } = found;
  /** The whole time range as a filter of a list. */
  const within = { ...(since ? { since } : {}), ...(until ? { until } : {}) };
  const openPoint = (point: LessonPoint) => onShow({ since: point.from, until: point.until });
  const openWith = (filter: (value: string) => Partial<LessonsView>) => {
    const opener = ({ value }: MixRow) => (value === null ? undefined : () => onShow({ ...within, ...filter(value) }));
    return opener;
  };
  const lessons = (ids: readonly string[]) => <LessonLines ids={ids} onGo={onGo} />;
  return (
    <div className="@container">
      <Headline found={found} />
      <div className="grid @4xl:grid-cols-2 grid-cols-[minmax(0,1fr)] items-start gap-x-10">
        <SuccessOverTime found={found} names={names} onOpen={openPoint} />
        <OutcomesOverTime found={found} names={names} onOpen={openPoint} />
        <AttemptCharts found={found} onSessions={onSessions} />
        <StatementList sort="failures" statements={found.failures} lessons={lessons} />
        <StatementList sort="strategies" statements={found.strategies} lessons={lessons} />
        <MixBars by="project" mix={found.byProject} onOpen={openWith((project) => ({ project }))} />
        <MixBars by="tag" mix={found.byTag} onOpen={openWith((tag) => ({ tag: [tag] }))} />
        <MixBars by="agent" mix={found.byAgent} onOpen={openWith((agent) => ({ agent: [agent] }))} />
        <AnswersOverTime found={found} names={names} />
        <UseNumbers found={found} />
      </div>
    </div>
  );
}

/** Shows the figure that the link leads to, once all that can be drawn is, and takes it out of the link. */
function useShownPart(view: InsightsView, areDrawn: boolean): void {
  const navigate = useNavigate();
  const { say } = useCommands();
  useEffect(() => {
    if (!areDrawn || view.part === undefined) return;
    const heading = document.getElementById(view.part);
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
    const title = Object.entries(insightsParts).find(([part]) => part === view.part)?.[1];
    if (!heading && title) say(words.notDrawn(title));
    void navigate({ to: '/insights', search: readInsights({ ...view, part: undefined }), replace: true });
  }, [areDrawn, view, navigate, say]);
}

/** Insights: what the memory counts of itself, in figures that link to their rows. */
export function InsightsScreen() {
  const client = useClient();
  const navigate = useNavigate();
  const view = useSearch({ from: '/insights' });
  const query = useQuery(insightsOptions(client, view));
  const { data: found } = query;
  useShownPart(view, found !== undefined);
  const show = (filter: Partial<LessonsView>) =>
    void navigate({ to: '/lessons', search: readView({ project: view.project, ...filter }) });
  const showSessions = (filter: SessionsView) =>
    void navigate({ to: '/sessions', search: readSessions({ project: view.project, ...filter }) });
  const choose = (period: Period | 'all') =>
    void navigate({ to: '/insights', search: readInsights({ ...view, days: period }), replace: true });
  return (
    <Page wide>
      <header className="mb-6 flex flex-wrap items-start gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-80">
          <h1 className="font-semibold text-title">{words.title}</h1>
          <p className="max-w-[60ch] text-ink-2">{words.text}</p>
        </div>
        <div className="flex flex-col items-end gap-1">
          <Segmented
            alsoCalled="period"
            label={words.period}
            options={OPTIONS}
            value={view.days ?? 'all'}
            onChange={choose}
          />
          {found && (
            <p className="text-ink-3 text-small tabular-nums">
              {query.isFetching ? words.loading : words.counted(CLOCK.format(query.dataUpdatedAt))}{' '}
              <TextLink className="min-h-6" data-deed="count again reload" onClick={() => void query.refetch()}>
                {words.again}
              </TextLink>
            </p>
          )}
        </div>
      </header>
      {query.error && !found && <QueryFailure title={words.failed} query={query} />}
      {query.isPending && <Loading text={words.loading} />}
      {found &&
        (isNothingCounted(found) ? (
          <Message
            inPage
            title={view.days ? words.nothingThen : words.nothing}
            text={view.days ? '' : words.nothingHint}
          >
            {!view.days && <WaysToAdd beside={BESIDE_SESSIONS} />}
          </Message>
        ) : (
          <Figures found={found} onShow={show} onGo={(lesson) => show({ lesson })} onSessions={showSessions} />
        ))}
    </Page>
  );
}
