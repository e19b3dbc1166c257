import { setTimeout as wait } from 'node:timers/promises';
import { AppError, type Client, isRunning, type Job } from '@twicewise/contract';
import { dataOption, invocation } from './invocation.ts';

const POLL_MS = 100;
/** A terminal sends Ctrl+C to a command and to what started it, which passes it on: the second signal comes within this time. */
const ECHO_MS = 500;

function progressLine(job: Job): string {
  const share = job.total ? ` ${Math.floor((100 * job.done) / job.total)} %` : '';
  return `${job.title}: ${job.state}${share}`;
}

function failureOf(job: Job): AppError {
  const { code, message, hint } = job.error ?? {
    code: 'internal',
    message: `The ${job.kind} failed.`,
    hint: 'See the host log.',
  };
  return new AppError({ code: code as AppError['code'], message, hint });
}

/** Shows the progress of a job on standard error until it has ended. */
async function ended(client: Client, id: string): Promise<Job> {
  let shown = '';
  for (;;) {
    const { job } = await client.call('job.get', { id });
    const line = progressLine(job);
    if (line !== shown) process.stderr.write(`${line}\n`);
    shown = line;
    if (!isRunning(job)) return job;
    await wait(POLL_MS);
  }
}

/**
 * Shows the progress of a job on standard error until it is done. Throws the error of a job that fails. Ctrl+C cancels the job, which
 * would otherwise go on in the host, or with the next command; pressed again, it ends the command at once.
 * @param onCancelled Called before the error of a cancelled job is thrown.
 */
export async function follow(client: Client, id: string, onCancelled: (job: Job) => void = () => {}): Promise<Job> {
  let pressedAt: number | null = null;
  const cancel = () => {
    if (pressedAt !== null) {
      if (performance.now() - pressedAt > ECHO_MS) process.exit(130);
      return;
    }
    pressedAt = performance.now();
    process.stderr.write('Cancelling…\n');
    client.call('job.cancel', { id }).catch((error: unknown) => {
      process.stderr.write(`It could not be cancelled: ${error instanceof Error ? error.message : String(error)}\n`);
    });
  };
  process.on('SIGINT', cancel);
  try {
    const job = await ended(client, id);
    if (job.state === 'cancelled') onCancelled(job);
    if (job.state !== 'done') throw failureOf(job);
    return job;
  } finally {
    process.off('SIGINT', cancel);
  }
}

/** Says how to take back what a job wrote. */
export function sayUndo(job: Job, data: string | undefined): void {
  const undo = `call operation.undo '${JSON.stringify({ jobId: job.id })}'${dataOption(data)}`;
  process.stderr.write(`To take all of it back: ${invocation()} ${undo}\n`);
  process.stderr.write('What is changed until then stays; the answer counts it.\n');
}
