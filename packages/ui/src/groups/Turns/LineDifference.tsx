import { useMemo } from 'react';
import { type LineRun, lineChanges } from '../../data/line-changes.ts';
import { turns } from '../../strings/turns.ts';
import { keyedByPlace } from '../LessonForm/place.ts';

const words = turns.text;

function Run({ run: { kind, text, lines } }: { run: LineRun }) {
  if (kind === 'skipped') {
    return <p className="my-1 border-line border-y py-0.5 text-ink-3 text-small">{words.skipped(lines)}</p>;
  }
  const Element = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'span';
  const look = { added: 'bg-added', removed: 'bg-removed text-ink-2', same: '' }[kind];
  return <Element className={`block no-underline ${look}`}>{text === '' ? ' ' : text}</Element>;
}

/** Two texts line by line: lines that came and went, with a few around them. */
export function LineDifference({ before, after }: { before: string; after: string }) {
  const runs = useMemo(() => lineChanges(before, after), [before, after]);
  if (runs === null) return <p className="text-ink-3 text-small">{words.tooLong}</p>;
  if (runs.length === 0) return <p className="text-ink-3 text-small">{words.same}</p>;
  return (
    // Tab reaches it, because it scrolls.
    <section
      dir="auto"
      aria-label={turns.difference}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a place that scrolls must be reachable by keys
      tabIndex={0}
      className="max-h-[32rem] overflow-auto whitespace-pre-wrap wrap-anywhere font-mono text-small"
    >
      {keyedByPlace(runs).map(({ key, item }) => (
        <Run key={key} run={item} />
      ))}
    </section>
  );
}
