import { lessonTitle, type Reflection, type SearchHit } from '@twicewise/contract';
import clsx from 'clsx';
import { ArrowRight, Check, CornerDownRight, FileText, Pencil, Pin, Tag, X } from 'lucide-react';
import { memo, useMemo } from 'react';
import { CutName } from '../../elements/CutName/CutName.tsx';
import { Marked } from '../../elements/Marked/Marked.tsx';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { StateMark } from '../../elements/StateMark/StateMark.tsx';
import { strings } from '../../strings.ts';
import { RowBox, type RowMark } from '../RowList/RowBox.tsx';
import { rowLook } from '../RowList/row-look.ts';
import { foundLead, type LessonLead, leadOf, type RowLines, wordsOf } from './lead.ts';

/** What the time of a row tells: when it happened, was changed last (here, or where it was imported from), or deleted. */
export type RowTime = 'createdAt' | 'updatedAt' | 'deletedAt';

interface LessonRowProps {
  lesson: Reflection;
  /** True for the row that keys act on. */
  current: boolean;
  edited: boolean;
  /** What its project is called; null where all rows are of one. */
  project: string | null;
  /** Where the name begins to differ from others that begin alike. */
  differsAt: number | undefined;
  showState: boolean;
  /** Null for no time. */
  time: RowTime | null;
  /** In a search: how the lesson was found. */
  hit: SearchHit | undefined;
  mark?: RowMark | undefined;
  /** The statement to show, where the list chooses it, and whether it stands above the task. */
  lines?: RowLines | undefined;
}

const LEAD_ICON = {
  failed: X,
  worked: Check,
  next: ArrowRight,
  cause: CornerDownRight,
  note: null,
  tag: Tag,
  about: FileText,
};

interface LeadProps {
  lead: LessonLead | null;
  words: ReadonlySet<string>;
  /** True after the task: where rows are one line, it is left out of a narrow list. */
  follows: boolean;
}

/** In one line with the task, a statement takes what room is left, in a narrow list none. */
const FOLLOWS = 'compact:shrink-3 compact:list-narrow:hidden';

function Lead({ lead, words, follows }: LeadProps) {
  const place = follows && FOLLOWS;
  if (!lead) return <span className={clsx('grow truncate text-ink-3', place)}>{strings.list.nothingSaid}</span>;
  const Icon = LEAD_ICON[lead.kind];
  return (
    <span className={clsx('flex min-w-0 grow items-center gap-1 text-ink-2', place)}>
      {Icon && <Icon size={12} aria-label={strings.list.lead[lead.kind]} role="img" className="shrink-0 text-ink-3" />}
      <span dir="auto" className="min-w-0 grow truncate">
        <Marked text={lead.text} words={words} />
      </span>
    </span>
  );
}

/** The project, where several are shown, and the agent; in a narrow list only the project. */
function Where({
  lesson,
  project,
  differsAt,
}: {
  lesson: Reflection;
  project: string | null;
  differsAt: number | undefined;
}) {
  const agent = lesson.agent ?? lesson.author.name;
  return (
    <span className="flex list-narrow:max-w-[48%] max-w-[40%] shrink-0 text-ink-3 text-small compact:list-not-wide:hidden compact:max-w-[24%]">
      {project !== null && <CutName name={project} differsAt={differsAt} atEnd className="min-w-0" />}
      <span
        className={clsx(
          'truncate',
          // A share of the list instead of the parent: the parent is only as wide as its words, so a share of it would be too
          // small.
          project !== null &&
            "max-w-[calc(var(--list-width)*0.22)] shrink-0 list-narrow:hidden before:px-1 before:content-['·']",
        )}
      >
        <bdi>{agent}</bdi>
      </span>
    </span>
  );
}

/** A lesson in two lines: the task, and the most important statement about it. With compact rows both share one. */
export const LessonRow = memo(function LessonRow(props: LessonRowProps) {
  const { lesson, current, edited, project, differsAt, showState, time, hit, mark, lines } = props;
  const words = useMemo(() => wordsOf(hit), [hit]);
  const said = (
    <Lead
      lead={lines ? lines.lead : hit ? foundLead(lesson, hit) : leadOf(lesson)}
      words={words}
      follows={!lines?.leads}
    />
  );
  const task = <Marked text={lessonTitle(lesson)} words={words} />;
  return (
    <div
      className={clsx(
        'group/row relative flex h-full gap-2.5 border-line border-b py-2 compact:items-center compact:py-0 pr-3 pl-2.5',
        rowLook(current, mark),
      )}
    >
      {mark !== undefined && <RowBox mark={mark} />}
      <span className="mt-1 compact:mt-0">
        <OutcomeGlyph outcome={lesson.outcome} />
      </span>
      <span className="flex min-w-0 grow flex-col compact:flex-row compact:items-center justify-between compact:gap-2">
        <span className="flex compact:contents items-center gap-1.5">
          <span
            dir="auto"
            className={clsx(
              'min-w-0 grow truncate font-medium compact:min-w-[45%] compact:list-broad:grow-0',
              lesson.state === 'rejected' && 'text-ink-2',
            )}
          >
            {lines?.leads ? said : task}
          </span>
          {edited && <Pencil size={12} aria-label={strings.list.edited} role="img" className="shrink-0 text-ink-2" />}
          {lesson.pinned && (
            <Pin size={12} aria-label={strings.list.pinned} role="img" className="shrink-0 text-ink-2" />
          )}
          {showState && <StateMark state={lesson.state} />}
          <span className="shrink-0 compact:order-last pl-1 font-mono text-ink-3 text-micro">
            {time && (
              <RelativeTime
                at={lesson[time] ?? lesson.createdAt}
                quality={time === 'createdAt' ? lesson.timeQuality : 'exact'}
              />
            )}
          </span>
        </span>
        <span className="flex compact:contents items-center gap-3 text-small">
          {lines?.leads ? (
            <span dir="auto" className={clsx('min-w-0 grow truncate text-ink-2', FOLLOWS)}>
              {task}
            </span>
          ) : (
            said
          )}
          <Where lesson={lesson} project={project} differsAt={differsAt} />
        </span>
      </span>
    </div>
  );
});
