import { type Failure, isRunning, type Job } from '@twicewise/contract';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { FailureMessage } from '../../elements/Message/Message.tsx';
import { Progress } from '../../elements/Progress/Progress.tsx';
import { bundles as words } from '../../strings/bundles.ts';
import { strings } from '../../strings.ts';

/** A titled part of a sheet. */
export function Block({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">
        {title}
        {text && <span className="ml-2 font-normal text-ink-2 text-small">{text}</span>}
      </h3>
      {children}
    </section>
  );
}

interface CheckProps {
  label: string;
  on: boolean;
  onChange: (on: boolean) => void;
}

/** A checkbox; its value takes effect only when everything is confirmed. */
export function Check({ label, on, onChange }: CheckProps) {
  return (
    <label className="flex min-h-7 items-center gap-2">
      <input
        type="checkbox"
        checked={on}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4 shrink-0 accent-ink"
      />
      <span className="min-w-0 wrap-anywhere">{label}</span>
    </label>
  );
}

/** Scrolls into view, and takes the focus if the focused element is gone, so that a keyboard user continues from here. */
function Arrived({ role = 'status', children }: { role?: 'status' | 'none'; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  // Runs before the sheet notices the lost focus and takes it itself.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={place} role={role} tabIndex={-1} className="rounded-sm outline-offset-4">
      {children}
    </div>
  );
}

interface SaidProps {
  bundle: { failure: Failure | null; changed: boolean; stopped: boolean };
  /** Names what failed. */
  title: string;
  changed: string;
  stopped: string;
}

/** The result of the last attempt, when nothing was done. */
export function Said({ bundle: { failure, changed, stopped }, title, ...said }: SaidProps) {
  if (failure) {
    return (
      // Its content is an alert already.
      <Arrived role="none">
        <FailureMessage title={title} failure={failure} />
      </Arrived>
    );
  }
  if (!changed && !stopped) return null;
  const how = changed ? said.changed : said.stopped;
  return (
    <Arrived>
      <p className="border-signal border-l-2 pl-3">{how.charAt(0).toUpperCase() + how.slice(1)}</p>
    </Arrived>
  );
}

/** Replaces the form while the job runs and after it is done. */
export function Working({ job, children }: { job: Job; children: ReactNode }) {
  if (!isRunning(job)) return <Arrived key="done">{children}</Arrived>;
  return (
    <Arrived key="running">
      <p className="flex flex-wrap items-center gap-3">
        <Progress label={job.title} done={job.done} total={job.total} />
        <span className="font-mono text-micro">{strings.jobs.progress(job.done, job.total)}</span>
      </p>
      <p className="mt-2 text-ink-2">{words.running}</p>
    </Arrived>
  );
}

interface FootProps {
  job: Job;
  /** Further actions on the result. */
  children?: ReactNode;
  onStop: () => void;
  onClose: () => void;
}

function WorkingFoot({ job, children, onStop, onClose }: FootProps) {
  const running = isRunning(job);
  return (
    <>
      {running && (
        <Button aria-label={strings.jobs.stop(job.title)} onClick={onStop}>
          {strings.actions.cancel}
        </Button>
      )}
      {children}
      <Button tone={running ? 'quiet' : 'solid'} onClick={onClose}>
        {strings.actions.close}
      </Button>
    </>
  );
}

Working.Foot = WorkingFoot;
