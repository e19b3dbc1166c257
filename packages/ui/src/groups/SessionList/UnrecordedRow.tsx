import type { UnrecordedSession } from '@twicewise/contract';
import { memo } from 'react';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { unrecorded as words } from '../../strings/unrecorded.ts';
import type { RowMark } from '../RowList/RowBox.tsx';
import { isDoubtful } from './KnownBy.tsx';
import { RowFrame } from './RowFrame.tsx';

interface UnrecordedRowProps {
  session: UnrecordedSession;
  /** True for the row that keys act on. */
  current: boolean;
  showProject: boolean;
  /** Where the name begins to differ from others that begin alike. */
  differsAt: number | undefined;
  mark: RowMark;
}

/** A session of which only attempts or turns are known: how they ended, and its goal where somebody stated one, else what they were at. */
export const UnrecordedRow = memo(function UnrecordedRow(props: UnrecordedRowProps) {
  const { session, current, showProject, differsAt, mark } = props;
  const { goal, task, startedAt, attempts, turns, projectName } = session;
  return (
    <RowFrame
      current={current}
      mark={mark}
      glyph={<OutcomeGlyph outcome={session.outcome} doubtful={isDoubtful(session)} />}
      title={words.title(session)}
      hint={goal === null && task !== '' ? words.titleHint : undefined}
      time={<RelativeTime at={startedAt} />}
      badge={
        <span
          title={words.badgeHint}
          className="inline-flex h-4.5 shrink-0 items-center rounded-sm border border-control border-dashed px-1 text-ink-2 text-small"
        >
          {words.badge}
        </span>
      }
      contents={words.contents(attempts, turns)}
      projectName={showProject ? projectName : null}
      differsAt={differsAt}
    />
  );
});
