import type { AttemptMark } from '../../data/attempt-marks.ts';
import { attempts as words } from '../../strings/attempts.ts';

const LOOK = 'inline-flex h-4.5 shrink-0 items-center rounded-sm border px-1 text-small';

/** That the session was stuck, or came through, with this attempt. */
export function AttemptMarks({ mark }: { mark: AttemptMark | undefined }) {
  if (mark === undefined) return null;
  const { stuck, breakthroughAfter } = mark;
  return (
    <>
      {stuck && (
        <span title={words.stuckHint[stuck.reason]} className={`${LOOK} border-failure text-failure`}>
          {words.stuck(stuck.place, stuck.of)}
        </span>
      )}
      {breakthroughAfter !== undefined && (
        <span title={words.breakthroughHint(breakthroughAfter)} className={`${LOOK} border-success text-success`}>
          {words.breakthrough}
        </span>
      )}
    </>
  );
}
