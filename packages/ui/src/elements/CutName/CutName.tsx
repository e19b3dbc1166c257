import clsx from 'clsx';

interface CutNameProps {
  name: string;
  /** Where the part begins that tells most; what is before it gives way first. Undefined where the beginning tells most. */
  endAt: number | undefined;
  className?: string;
}

/** A shorter beginning is not worth to be cut. */
const SHORT = 6;

const CUT = 'overflow-hidden text-ellipsis whitespace-pre';

/** A name in one line. With an end that tells most it is cut in the middle, so that as much of its beginning stays as there is room for. */
export function CutName({ name, endAt, className }: CutNameProps) {
  if (endAt === undefined) {
    return (
      <span title={name} className={clsx('truncate', className)}>
        <bdi>{name}</bdi>
      </span>
    );
  }
  return (
    <span title={name} dir="ltr" className={clsx('flex overflow-hidden', className)}>
      <span className={clsx(CUT, endAt > SHORT ? 'min-w-[1em] shrink-[9999]' : 'shrink-0')}>
        {name.slice(0, endAt)}
      </span>
      <span className={CUT}>{name.slice(endAt)}</span>
    </span>
  );
}
