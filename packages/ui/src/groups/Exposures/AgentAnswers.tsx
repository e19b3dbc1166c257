import { type AgentAnswer, lessonTitle } from '@twicewise/contract';
import clsx from 'clsx';
import { type ReactNode, useState } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { useProjectName } from '../../state/chosen-project.tsx';
import { agentAnswers as words } from '../../strings/agent-answers.ts';
import { programName } from '../../strings.ts';
import { LessonLink } from '../LessonLink/LessonLink.tsx';
import { SessionLink } from '../SessionLink/SessionLink.tsx';
import { ExactText } from './ExactText.tsx';
import { momentOf, toldApart } from './names.ts';

/** Lessons of one answer that are shown before it is expanded. */
const FIRST = 3;

type OnGo = (lessonId: string) => void;
type Shown = AgentAnswer['lessons'][number];

function ShownLesson({ lesson, onGo }: { lesson: Shown; onGo: OnGo }) {
  const { reflectionId, taskDescription, outcome, tokens, actedOn } = lesson;
  if (taskDescription === null) return <p className="py-0.5 text-ink-3">{words.gone}</p>;
  return (
    <div className="flex items-baseline gap-2">
      <LessonLink
        id={reflectionId}
        title={lessonTitle({ taskDescription })}
        outcome={outcome ?? 'unknown'}
        onGo={onGo}
      />
      {actedOn && <span className="shrink-0 font-medium text-small">{words.used}</span>}
      {tokens !== null && (
        <span className="ml-auto shrink-0 font-mono text-ink-3 text-micro">{words.tokens(tokens)}</span>
      )}
    </div>
  );
}

/** The earlier sessions that the answer named. */
function ShownSessions({ sessions }: Pick<AgentAnswer, 'sessions'>) {
  return (
    <ul>
      {sessions.map(({ episodeId, task, outcome }) => (
        <li key={episodeId} className="flex items-baseline gap-2">
          {task === null ? (
            <p className="py-0.5 text-ink-3">{words.goneSession}</p>
          ) : (
            <>
              <span className="self-center">
                <OutcomeGlyph outcome={outcome ?? 'unknown'} />
              </span>
              <span className="shrink-0 text-ink-2 text-small">{words.earlierSession}</span>
              <SessionLink episodeId={episodeId}>
                <bdi className="line-clamp-1">{task}</bdi>
              </SessionLink>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function ShownLessons({ lessons, none, onGo }: { lessons: readonly Shown[]; none: string; onGo: OnGo }) {
  const [all, setAll] = useState(false);
  const shown = all ? lessons : lessons.slice(0, FIRST);
  if (lessons.length === 0) return <p className="py-0.5 text-ink-3">{none}</p>;
  return (
    <ul>
      {shown.map((lesson) => (
        <li key={lesson.exposureId}>
          <ShownLesson lesson={lesson} onGo={onGo} />
        </li>
      ))}
      {shown.length < lessons.length && (
        <li>
          <TextLink className="min-h-6 text-ink-2 text-small" onClick={() => setAll(true)}>
            {words.more(lessons.length - shown.length)}
          </TextLink>
        </li>
      )}
    </ul>
  );
}

/** The attempt that followed, or that there was none yet. Nothing is shown for an answer without content. */
function Came({ answer: { attempt, lessons, sessions }, onGo }: { answer: AgentAnswer; onGo: OnGo }) {
  if (!attempt && lessons.length + sessions.length === 0) return null;
  if (!attempt) return <p className="py-0.5 text-ink-3 text-small">{words.nothing}</p>;
  return (
    <div className="flex items-baseline gap-2">
      <span className="text-ink-2 text-small">{words.followed}</span>
      <LessonLink id={attempt.id} title={lessonTitle(attempt)} outcome={attempt.outcome} onGo={onGo} />
    </div>
  );
}

/** Nothing is said of the text of an answer without content. */
const hasText = ({ lessons, sessions, tokens, textLength }: AgentAnswer) =>
  textLength !== null || lessons.length + sessions.length > 0 || Boolean(tokens);

interface RowProps extends Pick<AgentAnswersProps, 'showProject' | 'text' | 'onGo'> {
  answer: AgentAnswer;
  /** What tells it apart from all others of the list. */
  name: string;
}

/** Cuts what is too long, and keeps the space in front of its point. */
const CUT = 'min-w-0 overflow-hidden text-ellipsis';

function Row({ answer, name, showProject, text, onGo }: RowProps) {
  const {
    client,
    trigger,
    operation,
    task,
    projectId,
    projectName: plain,
    at,
    tokens,
    tookMs,
    lessons,
    sessions,
  } = answer;
  const projectName = useProjectName()(projectId, plain ?? '');
  const size = [tokens === null ? '' : words.tokens(tokens), tookMs === null ? '' : words.took(tookMs)].filter(Boolean);
  return (
    <li
      data-entry
      data-keys="list"
      tabIndex={-1}
      className="border-line border-t px-4 py-2 first:border-t-0 focus-within:bg-hover focus-visible:-outline-offset-1"
    >
      <p className="flex items-baseline gap-2 text-small">
        {/* One line: where it is too short, the name of the project is cut first. */}
        <span className="flex min-w-0 whitespace-pre text-ink-2">
          <span className={clsx(CUT, 'font-medium text-ink')}>{words.occasion(trigger, operation)}</span>
          <span className={CUT}>
            {' '}
            · <bdi>{client ? programName(client) : words.someone}</bdi>
          </span>
          {showProject && projectName && (
            <span className={clsx(CUT, 'shrink-[9999]')} title={projectName}>
              {' '}
              · <bdi>{projectName}</bdi>
            </span>
          )}
          <span className="shrink-0">
            {' '}
            · <RelativeTime at={at} />
          </span>
        </span>
        {size.length > 0 && (
          <span className="ml-auto shrink-0 font-mono text-ink-2 text-micro">{size.join(' · ')}</span>
        )}
      </p>
      {task && (
        <p dir="auto" className="line-clamp-2 wrap-anywhere" title={task}>
          “{task}”
        </p>
      )}
      <div className="mt-0.5 border-line border-l pl-2.5">
        {(lessons.length > 0 || sessions.length === 0) && (
          <ShownLessons lessons={lessons} none={words.noLesson(operation, trigger)} onGo={onGo} />
        )}
        <ShownSessions sessions={sessions} />
        <Came answer={answer} onGo={onGo} />
        {hasText(answer) && (
          <ExactText seq={answer.seq} at={at} length={answer.textLength} name={name}>
            {text}
          </ExactText>
        )}
      </div>
    </li>
  );
}

/** What each answer is called: its occasion and its time, and a number where others have the same. */
function namesOf(answers: readonly AgentAnswer[]): string[] {
  return toldApart(
    answers.map(({ trigger, operation, at }) => words.text.name(words.occasion(trigger, operation), momentOf(at))),
  );
}

interface AgentAnswersProps {
  answers: readonly AgentAnswer[];
  showProject: boolean;
  hasOlder: boolean;
  /** The text shown when there are no answers. */
  empty?: { none: string; noneHint: string };
  onOlder: () => void;
  /** The exact text of the answer with this number. */
  text: (seq: number) => ReactNode;
  onGo: OnGo;
}

/** Each answer that agents were given: the occasion, its lessons, and the attempt that followed. */
export function AgentAnswers({
  answers,
  showProject,
  hasOlder,
  empty = words,
  onOlder,
  text,
  onGo,
}: AgentAnswersProps) {
  if (answers.length === 0) {
    return (
      <div className="px-4 py-2">
        <p className="text-ink-2">{empty.none}</p>
        <p className="text-ink-3">{empty.noneHint}</p>
      </div>
    );
  }
  const names = namesOf(answers);
  return (
    <>
      <ol aria-label={words.title}>
        {answers.map((answer, index) => (
          <Row
            key={answer.seq}
            answer={answer}
            name={names[index] ?? ''}
            showProject={showProject}
            text={text}
            onGo={onGo}
          />
        ))}
      </ol>
      {hasOlder && (
        <Button tone="quiet" className="mx-1.5 my-1" onClick={onOlder}>
          {words.older}
        </Button>
      )}
    </>
  );
}
