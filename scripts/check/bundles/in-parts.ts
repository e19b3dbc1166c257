import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Maximum number of runs in one process: a crash is noticed and costs no more than these. */
const PER_PART = 500;

/** What the runs of one part found, or an error if its process ended too early. */
export type PartOf<T> = { found: T } | { crashed: string };

async function part<T>(what: string, first: number, count: number): Promise<PartOf<T>> {
  const program = join(import.meta.dirname, 'part.ts');
  try {
    const { stdout } = await run(process.execPath, [program, what, String(first), String(count)], {
      maxBuffer: 16_777_216,
    });
    return { found: JSON.parse(stdout) as T };
  } catch (error) {
    return { crashed: String(error).slice(0, 1000) };
  }
}

/** Divides numbered runs among processes, as many at once as there are processors. */
export async function inParts<T>(what: string, count: number, note: (done: number) => void): Promise<PartOf<T>[]> {
  const parts: PartOf<T>[] = [];
  let next = 0;
  let done = 0;
  const work = async () => {
    while (next < count) {
      const first = next;
      const runs = Math.min(PER_PART, count - first);
      next += runs;
      parts.push(await part<T>(what, first, runs));
      done += runs;
      note(done);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return parts;
}
