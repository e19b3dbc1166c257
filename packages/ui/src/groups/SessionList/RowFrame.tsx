import clsx from 'clsx';
import type { ReactNode } from 'react';
import { CutName } from '../../elements/CutName/CutName.tsx';
import { RowBox, type RowMark } from '../RowList/RowBox.tsx';
import { rowLook } from '../RowList/row-look.ts';

interface RowFrameProps {
  /** True for the row that keys act on. */
  current: boolean;
  mark: RowMark;
  glyph: ReactNode;
  title: string;
  /** The title as it is drawn, if not plain. */
  shown?: ReactNode;
  /** Where the title is from, if nobody stated it. */
  hint?: string | undefined;
  time: ReactNode;
  /** A small word before what it contains. */
  badge: ReactNode;
  contents: ReactNode;
  /** More about the contents, on hover. */
  contentsHint?: string;
  /** Null where all rows are of one project. */
  projectName: string | null;
  /** Where the name begins to differ from others that begin alike. */
  differsAt: number | undefined;
}

/** The frame of a session in a list: two lines beside its outcome, with compact rows one. */
export function RowFrame(props: RowFrameProps) {
  const {
    current,
    mark,
    glyph,
    title,
    shown = title,
    hint,
    time,
    badge,
    contents,
    contentsHint,
    projectName,
    differsAt,
  } = props;
  return (
    <div
      className={clsx(
        'group/row relative flex h-full gap-2.5 border-line border-b py-2 compact:items-center compact:py-0 pr-3 pl-2.5',
        rowLook(current, mark),
      )}
    >
      <RowBox mark={mark} />
      <span className="mt-1 compact:mt-0">{glyph}</span>
      <span className="flex min-w-0 grow flex-col compact:flex-row compact:items-center justify-between compact:gap-2">
        <span className="flex compact:contents items-center gap-1.5">
          <span
            dir="auto"
            title={hint === undefined ? title : `${title} (${hint})`}
            className={clsx(
              'min-w-0 grow truncate compact:min-w-[45%] compact:list-broad:grow-0',
              hint === undefined ? 'font-medium' : 'text-ink-2',
            )}
          >
            {shown}
          </span>
          <span className="shrink-0 compact:order-last pl-1 font-mono text-ink-3 text-micro">{time}</span>
        </span>
        <span className="flex compact:contents items-center gap-2 text-small">
          {badge && <span className="compact:list-narrow:hidden flex shrink-0">{badge}</span>}
          <span
            title={contentsHint}
            className="min-w-0 grow truncate text-ink-2 compact:shrink-3 compact:list-narrow:hidden"
          >
            {contents}
          </span>
          {projectName !== null && (
            <CutName
              name={projectName}
              differsAt={differsAt}
              atEnd
              className="list-narrow:max-w-[48%] max-w-[40%] compact:max-w-[24%] shrink-0 text-ink-3 text-small"
            />
          )}
        </span>
      </span>
    </div>
  );
}
