import { Check, Copy } from 'lucide-react';
import { strings } from '../../strings.ts';
import { IconButton } from '../Button/Button.tsx';
import { useCopied } from '../CopyId/use-copied.ts';
import { Marked } from '../Marked/Marked.tsx';

function CopyCode({ text }: { text: string }) {
  const { copied, copy } = useCopied(text);
  const Icon = copied ? Check : Copy;
  return (
    <IconButton
      label={copied ? strings.actions.copied : strings.reading.copyCode}
      onClick={copy}
      className="-my-1 -mr-1 ml-auto"
    >
      <Icon size={12} aria-hidden />
    </IconButton>
  );
}

interface CodeBlockProps {
  text: string;
  /** What the text says about the code, such as its language. */
  label: string;
  bare: boolean;
}

/** Code, with long lines wrapped: a pane is narrow, and what scrolls sideways is overlooked. */
export function CodeBlock({ text, label, bare }: CodeBlockProps) {
  return (
    <div className="rounded-sm border border-line bg-surface px-2.5 py-1.5">
      <div className="flex items-start gap-2">
        <pre className="min-w-0 grow whitespace-pre-wrap wrap-anywhere font-mono text-small leading-5">
          <code>
            <Marked text={text} />
          </code>
        </pre>
        {label !== '' && (
          <span className="max-w-[40%] shrink-0 wrap-anywhere font-mono text-ink-3 text-micro leading-5">{label}</span>
        )}
        {!bare && <CopyCode text={text} />}
      </div>
    </div>
  );
}
