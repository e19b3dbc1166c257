import { Check, Copy } from 'lucide-react';
import { Fragment } from 'react';
import { strings } from '../../strings.ts';
import { CutName } from '../CutName/CutName.tsx';
import { useCopied } from './use-copied.ts';

interface CopyIdProps {
  value: string;
  /** A command or path with a line of its own. A command breaks between its arguments. */
  block?: boolean;
  /** Keeps it in one line, cut in the middle; what begins here stays longest. */
  differsAt?: number;
}

/** The arguments of a command; what is quoted, or behind a backslash, does not end one. */
const ARGUMENT = /(?:\\.|'[^']*'|"[^"]*"|\S)+/g;

/** A command in which each argument stays whole; one that is longer than a line still breaks. */
function Command({ text }: { text: string }) {
  return text.match(ARGUMENT)?.map((argument, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: an argument has nothing but its place
    <Fragment key={index}>
      {index > 0 && ' '}
      <span className="inline-block max-w-full wrap-anywhere">{argument}</span>
    </Fragment>
  ));
}

/** An id, path or command that is a button; pressing it copies the whole value. */
export function CopyId({ value, block = false, differsAt }: CopyIdProps) {
  const { copied, copy } = useCopied(value);
  const Icon = copied ? Check : Copy;
  return (
    <button
      type="button"
      onClick={copy}
      title={copied ? strings.actions.copied : differsAt === undefined ? strings.actions.copy : value}
      className={
        block
          ? 'relative flex min-h-8 w-full items-center gap-2 rounded-sm border border-line-strong bg-surface px-2 py-1 text-left font-mono text-small text-ink hover:border-control'
          : 'relative -mx-1 inline-flex min-h-6 max-w-full items-center gap-1.5 rounded-sm px-1 text-left font-mono text-micro text-ink-2 hover:bg-hover hover:text-ink'
      }
    >
      {differsAt === undefined ? (
        <span className="min-w-0 grow break-all">{block ? <Command text={value} /> : value}</span>
      ) : (
        <CutName name={value} differsAt={differsAt} className="min-w-0" />
      )}
      <Icon size={12} aria-hidden className="shrink-0 text-ink-3" />
      <span className="sr-only" aria-live="polite">
        {copied ? strings.actions.copied : strings.actions.copy}
      </span>
    </button>
  );
}
