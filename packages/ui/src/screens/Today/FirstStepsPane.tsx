import type { ReactNode } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { Page } from '../../elements/Page/Page.tsx';
import { useCommandState, useCommands } from '../../state/commands.tsx';
import { strings } from '../../strings.ts';
import { AgentsPane } from './AgentsPane.tsx';
import { TranscriptsPane } from './TranscriptsPane.tsx';

const words = strings.firstSteps;

function Step({ number, title, text, children }: { number: number; title: string; text: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[2rem_minmax(0,1fr)] border-line-strong border-t py-5">
      <span aria-hidden className="font-mono text-ink-3 text-read">
        {number}
      </span>
      <div className="min-w-0">
        <h2 className="font-semibold text-read">{title}</h2>
        <p className="mb-3 max-w-[68ch] text-ink-2">{text}</p>
        {children}
      </div>
    </section>
  );
}

/** Shown for an empty memory: how to get to the first draft, or to the sample. */
export function FirstStepsPane() {
  const { run } = useCommands();
  const { awaited } = useCommandState();
  return (
    <Page>
      <h1 className="font-semibold text-title">{words.title}</h1>
      <p className="mt-1 mb-6 max-w-[60ch] text-ink-2 text-read">{words.text}</p>
      <Step number={1} title={words.connect} text={strings.agents.text}>
        <AgentsPane />
      </Step>
      <Step number={2} title={words.history} text={strings.pastSessions.text}>
        <TranscriptsPane />
      </Step>
      <Step number={3} title={words.sample} text={words.sampleText}>
        <Button disabled={awaited !== null} onClick={() => void run('import.sample', {}, words.sampleButton)}>
          {words.sampleButton}
        </Button>
      </Step>
    </Page>
  );
}
