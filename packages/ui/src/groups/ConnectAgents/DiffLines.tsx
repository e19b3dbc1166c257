import clsx from 'clsx';
import { keyedByPlace } from '../LessonForm/place.ts';

const TONE: Record<string, string> = { '+': 'bg-added', '-': 'bg-removed', '@': 'text-ink-3' };

/** Lines before the first hunk name the files, which stand above already. */
function hunks(diff: string): string[] {
  const lines = diff.trimEnd().split('\n');
  const first = lines.findIndex((line) => line.startsWith('@@'));
  return first < 0 ? lines : lines.slice(first);
}

/** A change of a file as it would be written, line by line; its signs say what its colours say. */
export function DiffLines({ label, diff }: { label: string; diff: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
      tabIndex={0}
      className="max-h-72 overflow-auto border border-line bg-surface py-1 font-mono text-micro"
    >
      <pre className="w-max min-w-full">
        {keyedByPlace(hunks(diff)).map(({ key, item }) => (
          <span key={key} className={clsx('block px-2', TONE[item.charAt(0)])}>
            {item || ' '}
          </span>
        ))}
      </pre>
    </section>
  );
}
