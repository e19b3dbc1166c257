import {
  AppError,
  excerpt,
  MAX_AT_ONCE,
  type MemoryRef,
  NOTHING_CHANGED,
  type OutputOf,
  type ParsedInputOf,
} from '@twicewise/contract';
import { episodesWithRef } from '@twicewise/store';
import type { WriteContext } from '../../runtime/context.ts';
import { requireProject } from '../../runtime/references.ts';
import { requireEpisode } from './write-episode.ts';

/** Renames a reference in a list, without creating a duplicate. */
function renamedIn(refs: readonly MemoryRef[], system: string, from: string, to: string): MemoryRef[] {
  const next = refs.map((ref) => (ref.system === system && ref.name === from ? { system, name: to } : ref));
  return next.filter(
    (ref, at) => next.findIndex(({ system, name }) => system === ref.system && name === ref.name) === at,
  );
}

function tooMany(): AppError {
  return new AppError({
    code: 'invalid_input',
    reason: 'too_large',
    message: `More than ${MAX_AT_ONCE} episodes name it`,
    effect: NOTHING_CHANGED,
    hint: 'Rename it in one project after another, with projectId.',
  });
}

/**
 * Implements `episode.renameRef`. An episode knows a memory of another system only by its name, so it must follow a renaming
 * (B1-18). One operation, so one undo. Throws `too_large` for more than `MAX_AT_ONCE` episodes.
 */
export function renameRef(
  context: WriteContext,
  { system, from, to, projectId }: ParsedInputOf<'episode.renameRef'>,
): OutputOf<'episode.renameRef'> {
  const { db, record } = context;
  const project = projectId === undefined ? null : requireProject(db, projectId);
  const ids = from === to ? [] : episodesWithRef(db, { system, name: from }, project, MAX_AT_ONCE + 1);
  if (ids.length > MAX_AT_ONCE) throw tooMany();
  for (const id of ids) {
    record.update('episode', id, { memoryRefs: renamedIn(requireEpisode(db, id).memoryRefs, system, from, to) });
  }
  const summary = `Renamed a memory of ${excerpt(system, 40)}: ${excerpt(from, 60)} to ${excerpt(to, 60)}`;
  const operationId = record.finish({ name: 'episode.renameRef', summary, projectId: project });
  return { episodes: ids.length, operationId };
}
