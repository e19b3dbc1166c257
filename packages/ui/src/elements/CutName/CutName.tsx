import clsx from 'clsx';

interface CutNameProps {
  name: string;
  /** True when others beside it begin alike. */
  alike: boolean;
  className?: string;
}

/** A name in one line. Where others begin alike it is cut at its beginning, so that it can be told from them. */
export function CutName({ name, alike, className }: CutNameProps) {
  return (
    <span title={name} className={clsx('truncate', alike && '[direction:rtl]', className)}>
      <bdi dir={alike ? 'ltr' : 'auto'}>{name}</bdi>
    </span>
  );
}
