import type { Failure } from '@twicewise/contract';
import clsx from 'clsx';

/** Why what was asked for was not done, beside what asked for it; nothing where nothing failed. */
export function FailureLine({ failure, className }: { failure: Failure | null; className?: string }) {
  if (!failure) return null;
  return (
    <p role="alert" className={clsx('text-ink', className)}>
      <strong className="font-medium text-failure">{failure.message}</strong> {failure.hint}
    </p>
  );
}
