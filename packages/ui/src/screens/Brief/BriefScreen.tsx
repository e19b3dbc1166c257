import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Project } from '@twicewise/contract';
import { useEffect, useRef } from 'react';
import { readCauses } from '../../data/causes-view.ts';
import { useClient } from '../../data/client.ts';
import { readView } from '../../data/lessons-view.ts';
import { projectList, projectMeant } from '../../data/queries/projects.ts';
import { readSessions } from '../../data/sessions-view.ts';
import { Loading } from '../../elements/Message/Message.tsx';
import { BriefContents } from '../../groups/BriefText/BriefContents.tsx';
import { BriefForm } from '../../groups/BriefText/BriefForm.tsx';
import { BriefText } from '../../groups/BriefText/BriefText.tsx';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { useVectors } from '../../panes/use-vectors.ts';
import { useAction } from '../../state/action-registry.tsx';
import { useCopyOut } from '../../state/copying.tsx';
import { brief as briefWords } from '../../strings/brief.ts';
import { search } from '../../strings/retrieval.ts';
import { strings } from '../../strings.ts';
import { useBrief } from './use-brief.ts';

type BriefState = ReturnType<typeof useBrief>;

interface AnswerProps {
  state: BriefState;
  projects: readonly Project[];
  onGo: (lessonId: string) => void;
}

/** The name of this window's project; null for all projects. */
function chosenProject(project: string | undefined, projects: readonly Project[]): string | null {
  return project ? (projectMeant(projects, project)?.name ?? project) : null;
}

/** The brief in any state: not requested, loading, failed or loaded. */
function Answer({ state, projects, onGo }: AnswerProps) {
  const copy = useCopyOut();
  const { asked, answer, brief, view, change } = state;
  if (!asked) {
    return (
      <div className="border-line border-l-2 py-1 pl-4">
        <p className="font-medium text-read">{briefWords.emptyTitle}</p>
        <p className="max-w-[56ch] text-ink-2">{briefWords.empty}</p>
      </div>
    );
  }
  if (answer.error && !brief) return <QueryFailure title={briefWords.failed} query={answer} />;
  if (!brief) return <Loading text={briefWords.loading} />;
  const project = chosenProject(view.project, projects);
  return (
    <BriefText
      brief={brief}
      // As soon as the task is another one, before the question is sent.
      stale={answer.isPlaceholderData || state.task !== (view.task ?? '')}
      project={project}
      onCopy={() => copy(brief.text, strings.copying.done.text)}
      onGo={onGo}
      onEverywhere={() => change({ project: undefined })}
    />
  );
}

/** That nothing is logged; before all lessons were read for search by meaning, that the answer may change. */
function About() {
  const vectors = useVectors();
  return (
    <p className="text-ink-3 text-small">
      {briefWords.preview}
      {vectors?.state === 'filling' && ` ${search.byMeaning(vectors)} ${briefWords.mayChange}`}
    </p>
  );
}

/** Brief: the person types a task and reads exactly what an agent would get. Nothing is logged. */
export function BriefScreen() {
  const client = useClient();
  const navigate = useNavigate();
  const state = useBrief();
  const { data: projects = [] } = useQuery(projectList(client));
  const task = useRef<HTMLTextAreaElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const { project } = state.view;
  const onGo = (lesson: string) => void navigate({ to: '/lessons', search: readView({ project, lesson }) });

  // The task field gets the focus, because typing a task is all there is to do here.
  useEffect(() => task.current?.focus(), []);
  useAction('filter', () => task.current?.select());
  const toText = () => text.current?.focus();
  useAction('back', toText);
  return (
    <div data-place="brief" className="@container h-full overflow-y-auto bg-reading">
      <div className="grid min-h-full grid-cols-[minmax(0,1fr)] @3xl:grid-cols-[20rem_minmax(0,1fr)] content-start @3xl:content-stretch">
        <div className="flex flex-col gap-6 border-line @3xl:border-r border-b @3xl:border-b-0 bg-surface p-4 @3xl:p-6">
          <header>
            <h1 className="font-semibold text-title">{briefWords.title}</h1>
            <p className="text-ink-2">{briefWords.text}</p>
          </header>
          <BriefForm
            view={state.view}
            task={state.task}
            taskRef={task}
            onLeave={toText}
            project={chosenProject(state.view.project, projects)}
            onTask={state.setTask}
            onChange={state.change}
          />
          <About />
          {state.brief && (
            <BriefContents
              brief={state.brief}
              known={state.known}
              onLesson={onGo}
              onSession={(episode) => void navigate({ to: '/sessions', search: readSessions({ project, episode }) })}
              onDecision={(episode) =>
                void navigate({ to: '/sessions', search: readSessions({ project, episode, tab: 'decisions' }) })
              }
              onPattern={(pattern) =>
                void navigate({ to: '/causes', search: readCauses({ project, ask: 'patterns', pattern }) })
              }
            />
          )}
        </div>
        <div
          ref={text}
          tabIndex={-1}
          className="min-w-0 p-4 @3xl:p-6 focus-visible:shadow-[inset_0_2px_0_var(--signal)] focus-visible:outline-none"
        >
          <Answer state={state} projects={projects} onGo={onGo} />
        </div>
      </div>
    </div>
  );
}
