import type { Step } from './steps.ts';

// Rewrites a session's steps so that they read the same in any copy of the project, without paths of one machine. A lesson is
// shown in other worktrees too.

type Shorten = (text: string) => string;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Removes a folder from paths in a text, and `cd` into it from commands. Without a folder, texts stay as they are. */
function shortener(folder: string | null): Shorten {
  const path = folder?.replace(/(?<![\\/])[\\/]+$/, '') ?? '';
  if (path === '') return (text) => text;
  const inside = new RegExp(`(?<![\\w.~/\\\\-])(?:file://)?${escaped(path)}[\\\\/]`, 'g');
  const entered = new RegExp(`^\\s{0,20}cd (["']?)${escaped(path)}[\\\\/]?\\1 ?(?:&&|;|\\n) ?`);
  return (text) => (text.includes(path) ? text.replace(entered, '').replace(inside, '') : text);
}

/** Makes paths in steps relative to the folder of the session, once that is known. */
export function stepsInProject(): (step: Step, folder: string | null) => Step {
  let known: { folder: string | null; shorten: Shorten } = { folder: null, shorten: (text) => text };
  return (step, folder) => {
    if (folder !== known.folder) known = { folder, shorten: shortener(folder) };
    const { shorten } = known;
    if (step.kind === 'said' || step.kind === 'result') return { ...step, text: shorten(step.text) };
    if (step.kind !== 'call') return step;
    const command = step.command === null ? null : shorten(step.command);
    return { ...step, command, edit: step.edit && { ...step.edit, path: shorten(step.edit.path) } };
  };
}
