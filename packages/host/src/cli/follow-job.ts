import { setTimeout as wait } from 'node:timers/promises';
import { AppError, type Client, isRunning, type Job } from '@twicewise/contract';
import { dataOption, invocation } from './invocation.ts';

const POLL_MS = 100;

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

/** Shows the progress of a job on standard error until it is done. Throws the error of a job that fails. */
export async function follow(client: Client, id: string): Promise<Job> {
  let shown = '';
  for (;;) {
    const { job } = await client.call('job.get', { id });
    const line = progressLine(job);
    if (line !== shown) process.stderr.write(`${line}\n`);
    shown = line;
    if (!isRunning(job)) {
      if (job.state !== 'done') throw failureOf(job);
      return job;
    }
    await wait(POLL_MS);
  }
}

/** Says how to take back what a job wrote. */
export function sayUndo(job: Job, data: string | undefined): void {
  const undo = `call operation.undo '${JSON.stringify({ jobId: job.id })}'${dataOption(data)}`;
  process.stderr.write(`To take all of it back: ${invocation()} ${undo}\n`);
  process.stderr.write('What is changed until then stays; the answer counts it.\n');
}
