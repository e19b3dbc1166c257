import { AppError, NOTHING_CHANGED, type OutputOf, type ParsedInputOf } from '@twicewise/contract';
import { commandsIn } from '@twicewise/ingest';
import { type EntityRecord, FORMER_NAMES, findProjects, projectByName, type ReadableDb } from '@twicewise/store';
import type { WriteContext } from '../runtime/context.ts';
import { read, task, write } from '../runtime/define-handler.ts';
import type { HandlersOf } from '../runtime/handler.ts';
import { requireProject } from '../runtime/references.ts';
import { loadProject } from './load-project.ts';
import { mergeProjects, previewMerge } from './merge-projects.ts';

/** Maximum number of former names of a project that still work; the oldest are dropped first. */
const MAX_FORMER_NAMES = 20;

/** Refuses a name that another project has: the two could not be told apart, not even in an export. */
function refuseTaken(db: ReadableDb, id: string, name: string): void {
  const other = projectByName(db, name);
  if (other === null || other === id) return;
  throw new AppError({
    code: 'conflict',
    reason: 'in_use',
    message: `Another project is called ${JSON.stringify(name)} already`,
    effect: NOTHING_CHANGED,
    hint: 'Choose another name, or merge the two (project.merge).',
  });
}

/** Fields of a renamed project. References by a former name keep working (B1-18). */
function renamed({ name: before, extra }: EntityRecord, name: string) {
  if (before === name) return {};
  const kept = extra as Record<string, unknown>;
  const former = Array.isArray(kept[FORMER_NAMES]) ? (kept[FORMER_NAMES] as unknown[]) : [];
  const names = [...new Set([before, ...former])].filter((one) => one !== name).slice(0, MAX_FORMER_NAMES);
  return { name, extra: { ...kept, [FORMER_NAMES]: names } };
}

/** Handles `project.setChecks`. A line of several commands would never match one of them. */
function setChecks(
  { id: reference, checks }: ParsedInputOf<'project.setChecks'>,
  context: WriteContext,
): OutputOf<'project.setChecks'> {
  const id = requireProject(context.db, reference);
  const several = checks.find((check) => commandsIn(check).length !== 1);
  if (several !== undefined) {
    throw new AppError({
      code: 'invalid_input',
      message: `${JSON.stringify(several)} is not one command`,
      effect: NOTHING_CHANGED,
      hint: 'Name each command by itself, without pipes, ; or &&.',
    });
  }
  const settings = context.record.require('project', id).settings as object;
  context.record.update('project', id, { settings: { ...settings, checks: [...new Set(checks)] } });
  const { name } = loadProject(context.db, id);
  const summary = `Named the checks of project ${name}`;
  const operationId = context.record.finish({ name: 'project.setChecks', summary, projectId: id });
  return { project: loadProject(context.db, id), operationId };
}

export const projectHandlers: HandlersOf<
  'project.list' | 'project.get' | 'project.setChecks' | 'project.rename' | 'project.merge' | 'project.previewMerge'
> = {
  'project.list': read(({ limit, cursor }, { db }) => findProjects(db, limit, cursor)),
  'project.get': read(({ id }, { db }) => ({ project: loadProject(db, requireProject(db, id)) })),
  'project.previewMerge': read((input, { db }) => previewMerge(db, input)),
  'project.merge': task(mergeProjects),
  'project.setChecks': write(setChecks),
  'project.rename': write(({ id: reference, name: given }, context) => {
    // Nobody sees white space around a name, which would make it another one.
    const name = given.trim();
    const id = requireProject(context.db, reference);
    const before = loadProject(context.db, id);
    refuseTaken(context.db, id, name);
    context.record.update('project', id, renamed(context.record.require('project', id), name));
    const summary = `Renamed project ${before.name} to ${name}`;
    const operationId = context.record.finish({ name: 'project.rename', summary, projectId: id });
    return { project: loadProject(context.db, id), operationId };
  }),
};
