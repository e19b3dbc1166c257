import { appendFileSync } from 'node:fs';
import { runPaths } from '@twicewise/client/data-folder';

/** Writes the host's log to its data folder, and to standard error if `echo`. */
export function logTo(data: string, echo: boolean): (message: string, error?: unknown) => void {
  const { log } = runPaths(data);
  return (message, error) => {
    const detail =
      error === undefined ? '' : `: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
    const line = `${new Date().toISOString()} ${process.pid} ${message}${detail}\n`;
    if (echo) process.stderr.write(line);
    try {
      appendFileSync(log, line, { mode: 0o600 });
    } catch {
      // A log that cannot be written (full disk, read-only folder) must not stop the host.
    }
  };
}
