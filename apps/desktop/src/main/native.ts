import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { AppError, type Envelope, PRODUCT } from '@twicewise/contract';
import { BrowserWindow, dialog, type FileFilter, shell, type WebContents } from 'electron';
import type { FileKind } from '../bridge.ts';

const FILTERS: Readonly<Record<FileKind, FileFilter>> = {
  lessons: { name: 'Lessons, one per line', extensions: ['jsonl', 'ndjson'] },
  bundle: { name: `${PRODUCT.name} bundle`, extensions: [PRODUCT.bundleExtension.slice(1)] },
};

function kindOf(given: unknown): FileKind {
  if (typeof given === 'string' && Object.hasOwn(FILTERS, given)) return given as FileKind;
  throw new AppError({
    code: 'invalid_input',
    message: 'There is no such kind of file.',
    hint: `Ask for one of ${Object.keys(FILTERS).join(', ')}.`,
  });
}

function notPicked(): AppError {
  return new AppError({
    code: 'refused',
    message: 'Only a file that was saved from this window is shown in its folder.',
    hint: 'Look for it in the file manager.',
  });
}

/** Lets the person choose a file to read; null if they cancel. */
export async function openFile(kind: FileKind, over: BrowserWindow | null): Promise<string | null> {
  const options = { filters: [FILTERS[kind]], properties: ['openFile' as const] };
  const { canceled, filePaths } = await (over ? dialog.showOpenDialog(over, options) : dialog.showOpenDialog(options));
  return canceled ? null : (filePaths[0] ?? null);
}

/**
 * The path with the extension of its kind, which not every system's dialog adds. The result may name another existing file, about
 * which the person was not asked.
 */
function withEnding(path: string, { extensions }: FileFilter): string {
  if (extensions.some((extension) => path.endsWith(`.${extension}`))) return path;
  const whole = `${path}.${extensions[0]}`;
  if (!existsSync(whole)) return whole;
  throw new AppError({
    code: 'conflict',
    message: `There is a file ${basename(whole)} already; it was left as it is.`,
    hint: 'Choose it by its whole name to replace it, or give another name.',
  });
}

/** Lets the person choose where to save; null if they cancel. The page only proposes a name, never a folder. */
async function saveFile(kind: FileKind, name: unknown, over: BrowserWindow | null): Promise<string | null> {
  const proposed = typeof name === 'string' ? basename(name.replaceAll('\\', '/')).slice(0, 120) : '';
  // On other systems the dialog asks by itself before an existing file is replaced.
  const properties = ['showOverwriteConfirmation' as const];
  const options = { filters: [FILTERS[kind]], defaultPath: proposed, properties };
  const { canceled, filePath } = await (over ? dialog.showSaveDialog(over, options) : dialog.showSaveDialog(options));
  return canceled || !filePath ? null : withEnding(filePath, FILTERS[kind]);
}

/** Longest view that a window is opened with, in UTF-16 units. */
const MAX_VIEW = 8192;

/** What a page asks of the app's windows. */
export interface WindowRequests {
  /** Notes which actions the page of a window offers. */
  offer(window: BrowserWindow | null, actions: ReadonlySet<string>): void;
  /** Opens another window with this view. */
  openWindow(view: string): Promise<void>;
}

/** Handles what a page asks of the system; see `Native` in `bridge.ts`. */
export function nativeServer(
  dataFolder: string,
  windows: WindowRequests,
): (request: unknown[], sender: WebContents) => Promise<Envelope> {
  // Paths that the person chose. A page that could name any path could find out which files exist.
  const picked = new Set<string>();
  return async ([what, named, name], sender) => {
    const over = BrowserWindow.fromWebContents(sender);
    switch (what) {
      case 'openFile':
        return { ok: true, value: await openFile(kindOf(named), over) };
      case 'saveFile': {
        const path = await saveFile(kindOf(named), name, over);
        if (path !== null) picked.add(path);
        return { ok: true, value: path };
      }
      case 'revealSaved':
        if (typeof named !== 'string' || !picked.has(named)) throw notPicked();
        shell.showItemInFolder(named);
        return { ok: true, value: null };
      case 'revealData':
        await shell.openPath(dataFolder);
        return { ok: true, value: null };
      case 'offer':
        // Names that are no actions are in no menu.
        windows.offer(over, new Set(Array.isArray(named) ? named.filter((id) => typeof id === 'string') : []));
        return { ok: true, value: null };
      case 'openWindow':
        await windows.openWindow(typeof named === 'string' ? named.slice(0, MAX_VIEW) : '');
        return { ok: true, value: null };
      default:
        throw new AppError({
          code: 'invalid_input',
          message: 'The app cannot do that.',
          hint: 'Ask for openFile, saveFile, revealSaved, revealData, offer or openWindow.',
        });
    }
  };
}
