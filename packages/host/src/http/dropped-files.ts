import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { AppError, type Envelope, MAX_DROPPED_BYTES } from '@twicewise/contract';
import { ownFolder } from '@twicewise/memory/host-side';

/** Most files that are kept at a time. */
const MOST_FILES = 16;
/** A file that nobody took back is removed after this time, in milliseconds: by then it is imported, or nobody wants to. */
const KEPT_MS = 3_600_000;
const SWEEP_MS = 600_000;
/** Longest name of a file, in UTF-16 units: file systems take 255 bytes. Of a longer one the end counts, which says what it is. */
const MAX_NAME = 80;
const NOT_IN_NAMES = /[^\p{L}\p{N}._ -]|^\.+/gu;
const FOLDER = /^[0-9a-f]{32}$/;

function refuse(message: string, hint: string, reason?: 'too_large' | 'rate_limited'): AppError {
  return new AppError({
    code: reason === 'rate_limited' ? 'busy' : 'invalid_input',
    message,
    hint,
    ...(reason ? { reason } : {}),
  });
}

function tooLarge(): AppError {
  const most = `${MAX_DROPPED_BYTES / 1_048_576} MiB`;
  return refuse(
    `The file is larger than ${most}, the most that a page hands over.`,
    'Import it by its path.',
    'too_large',
  );
}

/** A name that is safe in a path, with the ending of the given one. */
function safeName(name: string): string {
  // Trimmed first: what spaces hide may be the name of a folder above.
  const safe = name.slice(-MAX_NAME).toWellFormed().trim().replaceAll(NOT_IN_NAMES, '_');
  return safe === '' ? 'file' : safe;
}

function filesIn(folder: string): number {
  try {
    return readdirSync(folder).length;
  } catch {
    // One that is gone by now holds none.
    return 0;
  }
}

/**
 * Files whose content a page handed over, because a browser does not tell where a file is. Each lies in a folder of its own, named
 * by its content: the same file has the same path again, so an import of it knows what it read before. They are for this user
 * only, and are removed when they are an hour old; those of a host that ended before, when the next one starts or later.
 */
export class DroppedFiles {
  readonly #folder: string;
  readonly #timer: NodeJS.Timeout;

  constructor(folder: string) {
    this.#folder = folder;
    const sweep = () => void this.sweep().catch(() => {});
    this.#timer = setInterval(sweep, SWEEP_MS);
    this.#timer.unref();
    sweep();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Keeps a file; answers with its path. `size` is what the request says of it, in bytes. Refuses one that is too large, and one too many. */
  async keep(name: string, size: number, body: ReadableStream<Uint8Array> | null): Promise<Envelope<{ path: string }>> {
    if (size > MAX_DROPPED_BYTES) throw tooLarge();
    ownFolder(this.#folder);
    await this.sweep();
    if (this.#count() >= MOST_FILES) {
      throw refuse(`${MOST_FILES} files are being imported already.`, 'Wait until they are done.', 'rate_limited');
    }
    const partial = join(this.#folder, `.${randomBytes(16).toString('hex')}`);
    // Made in the turn of the count, so that whoever counts next sees it.
    writeFileSync(partial, '', { flag: 'wx', mode: 0o600 });
    try {
      const folder = join(this.#folder, (await this.#write(partial, body)).slice(0, 32));
      ownFolder(folder);
      const path = join(folder, safeName(name));
      await rename(partial, path);
      return { ok: true, value: { path } };
    } finally {
      await rm(partial, { force: true });
    }
  }

  /** Writes the content to a file that is there and empty; returns its hash. */
  async #write(path: string, body: ReadableStream<Uint8Array> | null): Promise<string> {
    const hash = createHash('sha256');
    const file = await open(path, 'r+');
    let size = 0;
    try {
      for await (const part of body ?? []) {
        size += part.length;
        if (size > MAX_DROPPED_BYTES) throw tooLarge();
        hash.update(part);
        // Not `write`, which may write a part and say so only in its answer.
        await file.writeFile(part);
      }
    } finally {
      await file.close();
    }
    return hash.digest('hex');
  }

  /** Files that are kept, those that are still being written included. They are few, so they are counted without waiting. */
  #count(): number {
    const held = readdirSync(this.#folder).map((name) => (FOLDER.test(name) ? filesIn(join(this.#folder, name)) : 1));
    return held.reduce((sum, files) => sum + files, 0);
  }

  /** Removes a file that was imported. Another path than one of {@link keep} is none of its business. */
  async discard(path: string): Promise<Envelope<null>> {
    const [folder = '', name = '', ...more] = relative(this.#folder, path).split(sep);
    if (FOLDER.test(folder) && name === safeName(name) && more.length === 0) {
      await rm(join(this.#folder, folder, name), { force: true });
      // Another file of the same content may lie there under another name.
      await rmdir(join(this.#folder, folder)).catch(() => {});
    }
    return { ok: true, value: null };
  }

  /** Removes what is older than an hour. */
  async sweep(): Promise<void> {
    const before = Date.now() - KEPT_MS;
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const path = join(this.#folder, name);
      const found = await stat(path).catch(() => null);
      if (found && found.mtimeMs < before) await rm(path, { recursive: true, force: true });
    }
  }
}
