import type { Outcome } from '@twicewise/contract';
import { Download, FlaskConical, type LucideIcon, Plug } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { Logo } from '../../elements/Logo/Logo.tsx';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { Page } from '../../elements/Page/Page.tsx';
import { useCommandState, useCommands } from '../../state/commands.tsx';
import { firstRun as words } from '../../strings/first-run.ts';
import { strings } from '../../strings.ts';
import { AgentsPane } from '../AgentsPane.tsx';
import { FoldedSessionLogs } from '../SessionLogs.tsx';
import { TranscriptsPane } from '../TranscriptsPane.tsx';

const EXAMPLE: readonly { outcome: Outcome; said: { when: string; what: string } }[] = [
  { outcome: 'failure', said: words.failed },
  { outcome: 'success', said: words.worked },
];

/** What this is for, told by one failure that is not repeated. */
function Example() {
  return (
    <figure className="mb-6 border-line border-l-2 py-0.5 pl-4">
      <figcaption className="sr-only">{words.example}</figcaption>
      <ul className="flex flex-col gap-1.5">
        {EXAMPLE.map(({ outcome, said }) => (
          <li key={outcome} className="flex items-baseline gap-2">
            <span className="shrink-0 self-center">
              <OutcomeGlyph outcome={outcome} />
            </span>
            <span>
              <span className="text-ink-2">{said.when}: </span>
              {said.what}
            </span>
          </li>
        ))}
      </ul>
    </figure>
  );
}

interface WayProps {
  Icon: LucideIcon;
  title: string;
  text: string;
  children: ReactNode;
}

/** One way to begin; none of them comes before another. */
function Way({ Icon, title, text, children }: WayProps) {
  return (
    <section
      aria-label={title}
      className="grid @2xl:grid-cols-[13rem_minmax(0,1fr)] grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-3 border-line-strong border-t py-5"
    >
      <div className="grid grid-cols-[1.5rem_minmax(0,1fr)] content-start">
        <Icon size={15} aria-hidden className="mt-0.5 text-ink-3" />
        <div>
          <h3 className="font-semibold text-read">{title}</h3>
          <p className="max-w-[60ch] text-ink-2">{text}</p>
        </div>
      </div>
      <div className="min-w-0 @max-2xl:pl-6">{children}</div>
    </section>
  );
}

/** Shown for an empty memory: what this is for, and three ways to begin. */
export function FirstRun() {
  const { run } = useCommands();
  const { awaited } = useCommandState();
  const busy = awaited !== null;
  return (
    <Page>
      <Logo size={28} />
      <h1 className="mt-3 font-semibold text-title">{words.title}</h1>
      <p className="mt-1 mb-4 max-w-[60ch] text-ink-2 text-read">{words.text}</p>
      <Example />
      <h2 className="sr-only">{words.ways}</h2>
      <div className="@container">
        <Way Icon={Plug} title={words.connect} text={words.connectText}>
          <AgentsPane />
        </Way>
        <Way Icon={Download} title={words.history} text={words.historyText}>
          <TranscriptsPane />
          <FoldedSessionLogs />
        </Way>
        <Way Icon={FlaskConical} title={words.sample} text={words.sampleText}>
          <Button disabled={busy} onClick={() => void run('import.sample', {}, strings.empty.sampleButton)}>
            {strings.empty.sampleButton}
          </Button>
        </Way>
      </div>
    </Page>
  );
}
