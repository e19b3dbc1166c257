import { pathToFileURL } from 'node:url';
import { packagingTools } from '../../package.ts';

const [OFF, ON] = [0x30, 0x31];

/**
 * Required state of each fuse, by its position: RunAsNode, cookies, NODE_OPTIONS, inspect, integrity, only the archive, file://.
 */
const WANTED: readonly (readonly [place: number, state: number, what: string])[] = [
  [0, OFF, 'the app runs as Node'],
  [1, ON, 'cookies are not encrypted'],
  [2, OFF, 'NODE_OPTIONS is obeyed'],
  [3, OFF, '--inspect is obeyed'],
  [4, ON, 'the archive is not verified'],
  [5, ON, 'code is loaded from outside of the archive'],
  [7, OFF, 'file:// has privileges'],
];

/** The fuses in a binary, by position. */
export async function readFuses(binary: string): Promise<Record<number, number>> {
  const tools = packagingTools();
  const { getCurrentFuseWire } = (await import(pathToFileURL(tools.require.resolve('@electron/fuses')).href)) as {
    getCurrentFuseWire(path: string): Promise<Record<number, number>>;
  };
  return getCurrentFuseWire(binary);
}

/** The fuses that do not have their required state. */
export function fuseProblems(wire: Readonly<Record<number, number>>): string[] {
  return WANTED.filter(([place, state]) => wire[place] !== state).map(([, , what]) => what);
}
