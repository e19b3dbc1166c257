import clsx from 'clsx';

interface CutNameProps {
  name: string;
  /** Where the part that tells most begins; what is before it is cut first. Undefined if the beginning tells most. */
  differsAt: number | undefined;
  /** True at the right end of rows: what is before it is shown whole or not at all, so that names of rows are cut alike. */
  atEnd?: boolean;
  /** What a tooltip says; the name, if absent. */
  title?: string;
  className?: string;
}

/** A beginning of at most this length is not cut: an ellipsis would save too little. */
const SHORT = 6;

/** Draws a part of the name without being text, so that the name is read, found and copied once, and whole. */
const PART = 'overflow-hidden text-ellipsis whitespace-pre before:content-[attr(data-part)]';

/**
 * The beginning, or an ellipsis where it has no room: then it goes to a second line, which is not shown, and the ellipsis above it
 * into the first.
 */
function Whole({ part }: { part: string }) {
  return (
    <span
      aria-hidden
      className="flex h-[1lh] min-w-[1em] shrink-[9999] flex-wrap justify-end content-start overflow-hidden before:h-[1lh] before:content-['']"
    >
      <span
        data-part={part}
        className="relative shrink-0 whitespace-pre before:content-[attr(data-part)] after:absolute after:right-0 after:bottom-full after:content-['…']"
      />
    </span>
  );
}

/** A name in one line. If its end tells most, it is cut in the middle, and keeps as much of its beginning as there is room for. */
export function CutName({ name, differsAt, atEnd = false, title = name, className }: CutNameProps) {
  if (differsAt === undefined) {
    return (
      <span title={title} className={clsx('truncate', className)}>
        <bdi>{name}</bdi>
      </span>
    );
  }
  const [beginning, rest] = [name.slice(0, differsAt), name.slice(differsAt)];
  return (
    <span title={title} dir="ltr" className={clsx('relative flex overflow-hidden', className)}>
      <span className="sr-only">{name}</span>
      {atEnd && differsAt > SHORT ? (
        <Whole part={beginning} />
      ) : (
        <span
          aria-hidden
          data-part={beginning}
          className={clsx(PART, differsAt > SHORT ? 'min-w-[1em] shrink-[9999]' : 'shrink-0')}
        />
      )}
      <span aria-hidden data-part={rest} className={PART} />
    </span>
  );
}
