import clsx from 'clsx';
import { agents } from '../../strings/agents.ts';
import { keyedByPlace } from '../LessonForm/place.ts';

const TONE: Record<string, string> = { '+': 'bg-added', '-': 'bg-removed', '@': 'text-ink-3' };

/** The lines before the first hunk name the files, which are shown above already. */
function hunks(diff: string): string[] {
  const lines = diff.trimEnd().split('\n');
  const first = lines.findIndex((line) => line.startsWith('@@'));
  return first < 0 ? lines : lines.slice(first);
}

/** Where the lines are; for a file that is created or deleted, it says that all lines are meant. */
function describeLine(line: string): string {
  if (/^@@ -0,0 /.test(line)) return agents.newFile;
  return /^@@ -\S+ \+0,0 @@/.test(line) ? agents.fileGone : line;
}

/** The change of a file, line by line. The signs carry the same information as the colours. */
export function DiffLines({ label, diff }: { label: string; diff: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
      tabIndex={0}
      className="max-h-72 overflow-auto border border-line bg-surface py-1 font-mono text-micro"
    >
      <pre className="whitespace-pre-wrap wrap-anywhere">
        {keyedByPlace(hunks(diff)).map(({ key, item }) => (
          <span key={key} className={clsx('block pr-2 pl-[calc(0.5rem+2ch)] -indent-[2ch]', TONE[item.charAt(0)])}>
            {describeLine(item) || ' '}
          </span>
        ))}
      </pre>
    </section>
  );
}
