import { plainLine, plainText, type UnrecordedSession } from '@twicewise/contract';
import { memo } from 'react';
import { isDoubtful } from '../../data/shown-outcome.ts';
import { Found } from '../../elements/Marked/Found.tsx';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { unrecorded as words } from '../../strings/unrecorded.ts';
import type { RowMark } from '../RowList/RowBox.tsx';
import { RowFrame } from './RowFrame.tsx';

interface UnrecordedRowProps {
  session: UnrecordedSession;
  /** True for the row that keys act on. */
  current: boolean;
  /** What its project is called; null where all rows are of one. */
  project: string | null;
  /** Where the name begins to differ from others that begin alike. */
  differsAt: number | undefined;
  /** The words of the search; empty without one. */
  sought: string;
  mark: RowMark;
}

/** Where the search found it: the line of an attempt; its turns, unless its title has all words. */
function FoundIn({ session, title, sought }: Pick<UnrecordedRowProps, 'session' | 'sought'> & { title: string }) {
  const { found, attempts, turns } = session;
  if (found !== null) return <Found text={plainLine(found)} words={sought} />;
  const lower = title.toLowerCase();
  const inTitle = sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
  return sought === '' || inTitle ? words.contents(attempts, turns) : words.inTurns;
}

/** A session of which only attempts or turns are known: how they ended, and its goal where somebody stated one, else what they were at. */
export const UnrecordedRow = memo(function UnrecordedRow(props: UnrecordedRowProps) {
  const { session, current, project, differsAt, sought, mark } = props;
  const { goal, task, startedAt, deletedAt, attempts, turns } = session;
  const title = plainText(words.title(session));
  return (
    <RowFrame
      current={current}
      mark={mark}
      glyph={<OutcomeGlyph outcome={session.outcome} doubtful={isDoubtful(session)} />}
      title={title}
      shown={<Found text={title} words={sought} />}
      hint={goal === null && task !== '' ? words.titleHint : undefined}
      time={<RelativeTime at={deletedAt ?? startedAt} />}
      badge={
        <span
          title={words.badgeHint}
          className="inline-flex h-4.5 shrink-0 items-center rounded-sm border border-control border-dashed px-1 text-ink-2 text-small"
        >
          {words.badge}
        </span>
      }
      contents={<FoundIn session={session} title={title} sought={sought} />}
      contentsHint={words.contents(attempts, turns)}
      projectName={project}
      differsAt={differsAt}
    />
  );
});
