const COPY = /[\\/]run[\\/]files[\\/][0-9a-f]{32}[\\/]([^\\/]+)$/;

/**
 * The name of a file that a browser handed over, from the path of the host's copy; null for any other path. The copy is removed
 * after the import, so its path leads nowhere.
 */
export function droppedName(path: string): string | null {
  return COPY.exec(path)?.[1] ?? null;
}
