import type { Failure } from '@twicewise/contract';
import clsx from 'clsx';

/** Why an action failed, beside its control; renders nothing without a failure. */
export function FailureLine({ failure, className }: { failure: Failure | null; className?: string }) {
  if (!failure) return null;
  return (
    <p role="alert" className={clsx('text-ink', className)}>
      <strong className="font-medium text-failure">{failure.message}</strong> {failure.hint}
    </p>
  );
}
