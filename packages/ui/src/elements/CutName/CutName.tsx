import clsx from 'clsx';

interface CutNameProps {
  name: string;
  /** Where the part that tells most begins; what is before it is cut first. Undefined if the beginning tells most. */
  differsAt: number | undefined;
  className?: string;
}

/** A beginning of at most this length is not cut: an ellipsis would save too little. */
const SHORT = 6;

/** Draws a part of the name without being text, so that the name is read, found and copied once, and whole. */
const PART = 'overflow-hidden text-ellipsis whitespace-pre before:content-[attr(data-part)]';

/** A name in one line. If its end tells most, it is cut in the middle, and keeps as much of its beginning as there is room for. */
export function CutName({ name, differsAt, className }: CutNameProps) {
  if (differsAt === undefined) {
    return (
      <span title={name} className={clsx('truncate', className)}>
        <bdi>{name}</bdi>
      </span>
    );
  }
  return (
    <span title={name} dir="ltr" className={clsx('relative flex overflow-hidden', className)}>
      <span className="sr-only">{name}</span>
      <span
        aria-hidden
        data-part={name.slice(0, differsAt)}
        className={clsx(PART, differsAt > SHORT ? 'min-w-[1em] shrink-[9999]' : 'shrink-0')}
      />
      <span aria-hidden data-part={name.slice(differsAt)} className={PART} />
    </span>
  );
}
