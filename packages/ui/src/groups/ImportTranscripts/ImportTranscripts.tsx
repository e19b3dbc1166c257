import { type Failure, type InputOf, isRunning, type Job, resultOf } from '@twicewise/contract';
import { Button } from '../../elements/Button/Button.tsx';
import { FailureMessage } from '../../elements/Message/Message.tsx';
import { Progress } from '../../elements/Progress/Progress.tsx';
import { strings } from '../../strings.ts';
import { BroughtLinks, type BroughtLinksProps } from '../Brought/BroughtLinks.tsx';
import { PathForm } from '../FirstSteps/FirstSteps.tsx';

const words = strings.pastSessions;

/** An agent whose past sessions can be read. */
export type TranscriptAgent = NonNullable<InputOf<'import.history'>['agent']>;

const AGENTS = Object.keys(words.agents) as TranscriptAgent[];

/** The result of an import, in words; lines of unknown kinds are named, not guessed at. */
function Result({ job, onShow }: BroughtLinksProps) {
  const result = resultOf('history', job);
  const unknown = Object.keys(result.unknown);
  return (
    <>
      <div role="status">
        <p>{words.result(result)}</p>
        {unknown.length > 0 && <p className="wrap-anywhere text-ink-2">{words.unknown(unknown.join(', '))}</p>}
      </div>
      <p className="flex flex-wrap gap-3 empty:hidden">
        <BroughtLinks job={job} onShow={onShow} />
      </p>
    </>
  );
}

interface ImportTranscriptsProps {
  /** The last import that was started, while it runs and after it ended. */
  job: Job | undefined;
  busy: boolean;
  failure: Failure | null;
  /** A program whose sessions are not where it keeps them, and in which words the host says so. */
  missing: { agent: TranscriptAgent; message: string } | null;
  onRead: (agent: TranscriptAgent, path?: string) => void;
  onStop: (job: Job) => void;
  /** Leads to what was imported. */
  onShow: BroughtLinksProps['onShow'];
}

/** Imports past sessions from transcripts. */
export function ImportTranscripts({ job, busy, failure, missing, onRead, onStop, onShow }: ImportTranscriptsProps) {
  const running = job && isRunning(job) ? job : undefined;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {AGENTS.map((agent) => (
          <Button key={agent} disabled={busy || running !== undefined} onClick={() => onRead(agent)}>
            {words.read(words.agents[agent])}
          </Button>
        ))}
      </div>
      {running && (
        <p className="flex items-center gap-3 text-ink-2">
          <Progress label={running.title} done={running.done} total={running.total} />
          <span className="font-mono text-micro">{strings.jobs.progress(running.done, running.total)}</span>
          <Button tone="quiet" aria-label={strings.jobs.stop(running.title)} onClick={() => onStop(running)}>
            {strings.actions.cancel}
          </Button>
        </p>
      )}
      {missing && !running && (
        <div className="flex flex-col gap-2">
          <p role="status" className="wrap-anywhere text-ink-2">
            {missing.message}
          </p>
          <PathForm
            key={missing.agent}
            label={words.folder(words.agents[missing.agent])}
            example="/home/me/sessions"
            button={words.from}
            busy={busy}
            onPath={(path) => onRead(missing.agent, path)}
          />
        </div>
      )}
      {failure && <FailureMessage title={words.failed} failure={failure} />}
      {!failure && job?.state === 'done' && <Result job={job} onShow={onShow} />}
      {!failure && job?.state === 'cancelled' && <p role="status">{strings.jobs.cancelled(job.title)}</p>}
    </div>
  );
}
