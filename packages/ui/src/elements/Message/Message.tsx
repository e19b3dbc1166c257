import type { Failure } from '@twicewise/contract';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../Button/Button.tsx';

interface MessageProps {
  title: string;
  text?: string;
  /** True on a page, which has its own margin. */
  inPage?: boolean;
  /** Actions for the person. */
  children?: ReactNode;
}

/** A state shown instead of content: what it is, and what to do. */
export function Message({ title, text, inPage, children }: MessageProps) {
  return (
    <div className={clsx('flex flex-col items-start gap-1 wrap-anywhere py-6', !inPage && 'px-6')}>
      <p className="font-medium text-ink text-read">{title}</p>
      {text && <p className="max-w-[56ch] text-ink-2">{text}</p>}
      {children && <div className="mt-2 flex flex-wrap gap-2">{children}</div>}
    </div>
  );
}

interface FailureMessageProps {
  title: string;
  failure: Failure;
  onRetry?: () => void;
}

/** A failure that stays until it is resolved: what was wanted, why it failed, what to do. */
export function FailureMessage({ title, failure, onRetry }: FailureMessageProps) {
  return (
    <div role="alert" className="flex flex-col items-start gap-1 wrap-anywhere border-failure border-l-2 p-6">
      <p className="font-medium text-ink text-read">{title}</p>
      <p className="max-w-[64ch] text-ink-2">{failure.message}</p>
      <p className="max-w-[64ch] text-ink-2">{failure.hint}</p>
      {onRetry && (
        <Button className="mt-2" onClick={onRetry}>
          {strings.actions.retry}
        </Button>
      )}
    </div>
  );
}

/** A loading text. It appears late, so that it does not flicker for a quick answer. */
export function Loading({ text }: { text: string }) {
  return (
    <p role="status" className="animate-late p-6 text-ink-3">
      {text}
    </p>
  );
}
