import type { OutputOf } from '@twicewise/contract';
import { Copy } from 'lucide-react';
import { Button } from '../../elements/Button/Button.tsx';
import { agentAnswers } from '../../strings/agent-answers.ts';

const words = agentAnswers.text;

type Shown = OutputOf<'exposure.text'>;

/** JSON in lines; what is cut is no JSON, and stays as it is. */
function legible({ form, text }: Shown): string {
  if (form !== 'data' || text === null) return text ?? '';
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** The exact text that an agent was given, or why there is none. */
export function ShownText({ shown, onCopy }: { shown: Shown; onCopy: (text: string) => void }) {
  const { form, text, length, missing } = shown;
  if (text === null) return <p className="text-ink-3 text-small">{words.missing[missing ?? 'not_kept']}</p>;
  const whole = length ?? text.length;
  return (
    <div className="mt-1 mb-1.5 rounded-sm border border-line bg-surface">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b py-1 pr-1 pl-2.5 text-ink-2 text-small">
        <span>
          {form === 'data' ? words.data(whole) : words.exact(whole)}
          {whole > text.length && <> · {words.cut(text.length)}</>}
        </span>
        <Button tone="quiet" className="ml-auto" onClick={() => onCopy(text)}>
          <Copy size={13} aria-hidden />
          {words.copy}
        </Button>
      </div>
      {/* Tab reaches it, because it scrolls. */}
      <section
        dir="auto"
        aria-label={words.label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a place that scrolls must be reachable by keys
        tabIndex={0}
        className="max-h-96 overflow-auto whitespace-pre-wrap wrap-anywhere px-2.5 py-2 font-mono text-small leading-5"
      >
        {legible(shown)}
      </section>
    </div>
  );
}
