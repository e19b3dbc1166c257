import { lessonTitle, type Reflection, type SearchHit } from '@twicewise/contract';
import clsx from 'clsx';
import { GitMerge } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { Kbd } from '../../elements/Kbd/Kbd.tsx';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { StateMark } from '../../elements/StateMark/StateMark.tsx';
import { review, merging as words } from '../../strings/today.ts';
import { strings } from '../../strings.ts';
import { leadOf } from '../LessonList/lead.ts';
import { rowLook } from '../RowList/row-look.ts';
import { Side } from './Side.tsx';

interface CandidatesProps {
  candidates: readonly SearchHit[];
  index: number;
  listRef: RefObject<HTMLDivElement | null>;
  onPick: (index: number) => void;
}

const optionId = (id: string) => `candidate-${id}`;

/** Similar lessons often begin alike, so the whole task is shown, and below it what distinguishes them. */
function Name({ lesson }: { lesson: Reflection }) {
  const lead = leadOf(lesson);
  return (
    <span className="min-w-0 grow">
      <span dir="auto" className="line-clamp-3 wrap-anywhere" title={lessonTitle(lesson)}>
        {lessonTitle(lesson)}
      </span>
      {lead && (
        <span dir="auto" className="block truncate text-ink-2 text-small" title={lead.text}>
          {lead.text}
        </span>
      )}
    </span>
  );
}

function Candidates({ candidates, index, listRef, onPick }: CandidatesProps) {
  const current = candidates[index];
  return (
    <div
      ref={listRef}
      role="listbox"
      tabIndex={0}
      aria-label={words.candidates}
      {...(current ? { 'aria-activedescendant': optionId(current.reflection.id) } : {})}
      className="group/list max-h-40 shrink-0 overflow-y-auto border-line border-b focus-visible:outline-none"
    >
      {candidates.map(({ reflection: lesson }, at) => (
        // biome-ignore lint/a11y/useFocusableInteractive: options are pointed at by the listbox, they never take the focus
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys reach the listbox through the shortcut registry
        <div
          key={lesson.id}
          id={optionId(lesson.id)}
          role="option"
          aria-selected={at === index}
          onClick={() => onPick(at)}
          className={clsx(
            'flex min-h-8 cursor-default items-start gap-2 py-1.5 pr-4 pl-3.5',
            rowLook(at === index, undefined),
          )}
        >
          <span className="mt-1">
            <OutcomeGlyph outcome={lesson.outcome} />
          </span>
          <Name lesson={lesson} />
          <StateMark state={lesson.state} />
          <span className="shrink-0 font-mono text-ink-3 text-micro">
            <RelativeTime at={lesson.createdAt} quality={lesson.timeQuality} />
          </span>
        </div>
      ))}
    </div>
  );
}

interface MergePaneProps extends CandidatesProps {
  draft: Reflection;
  onMerge: () => void;
  onCancel: () => void;
}

/** Shows a draft beside a similar lesson, to merge them. */
export function MergePane({ draft, onMerge, onCancel, ...list }: MergePaneProps) {
  const into = list.candidates[list.index];
  return (
    <>
      <div className="flex min-h-11 shrink-0 items-center gap-1.5 border-line border-b px-4 py-1.5">
        <div className="mr-auto min-w-0">
          <p className="truncate font-medium">{words.title}</p>
        </div>
        <Button tone="quiet" onClick={onCancel}>
          {strings.actions.cancel} <Kbd keys="Escape" />
        </Button>
        <Button disabled={!into} onClick={onMerge} className="pr-1.5">
          <GitMerge size={13} aria-hidden />
          {review.merge} <Kbd keys="Enter" />
        </Button>
      </div>
      {into ? (
        <>
          <Candidates {...list} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
          <div tabIndex={0} className="min-h-0 grow overflow-y-auto focus-visible:-outline-offset-2">
            <p className="border-line border-b px-4 py-1.5 text-ink-2 text-small">{words.text}</p>
            <div className="grid grid-cols-2">
              <Side label={words.draft} lesson={draft} />
              <Side label={words.into} lesson={into.reflection} />
            </div>
          </div>
        </>
      ) : (
        <p className="p-4 text-ink-2">{words.none}</p>
      )}
    </>
  );
}
