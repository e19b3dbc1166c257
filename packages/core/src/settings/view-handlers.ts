import { AppError, NOTHING_CHANGED, type OutputOf, type SavedView } from '@twicewise/contract';
import { findViews, getView, type ReadableDb, viewByName } from '@twicewise/store';
import type { WriteContext } from '../runtime/context.ts';
import { read, write } from '../runtime/define-handler.ts';
import type { HandlersOf } from '../runtime/handler.ts';

function requireView(db: ReadableDb, id: string): SavedView {
  const found = getView(db, id);
  if (found) return found;
  throw new AppError({
    code: 'not_found',
    message: `There is no saved view with the id ${id}.`,
    hint: 'Name one of those there are (view.list).',
  });
}

function refuseTaken(db: ReadableDb, screen: string, name: string): void {
  if (viewByName(db, screen, name) === null) return;
  throw new AppError({
    code: 'conflict',
    reason: 'in_use',
    message: `There is a view called ${JSON.stringify(name)} on this screen already`,
    effect: NOTHING_CHANGED,
    hint: 'Choose another name, or save to that one with its id.',
  });
}

/** Updates an existing view. */
function change(context: WriteContext, view: SavedView, fields: Partial<SavedView>, operation: string, verb: string) {
  const { id, revision: _revision, ...value } = view;
  context.record.update('setting', id, { value: { ...value, ...fields } });
  const operationId = context.record.finish({ name: operation, summary: `${verb} view ${view.name}` });
  return { view: requireView(context.db, id), operationId };
}

function create(context: WriteContext, value: Omit<SavedView, 'id' | 'revision' | 'createdAt'>): OutputOf<'view.save'> {
  refuseTaken(context.db, value.screen, value.name);
  const id = context.newId('view');
  context.record.create('setting', id, { key: id, value: { ...value, createdAt: context.at } });
  const operationId = context.record.finish({ name: 'view.save', summary: `Saved view ${value.name}` });
  return { view: requireView(context.db, id), operationId };
}

export const viewHandlers: HandlersOf<'view.list' | 'view.save' | 'view.rename' | 'view.delete'> = {
  'view.list': read(({ screen, limit, cursor }, { db }) => findViews(db, screen ?? null, limit, cursor)),
  'view.save': write((input, context) => {
    if (!('id' in input)) return create(context, input);
    return change(context, requireView(context.db, input.id), { query: input.query }, 'view.save', 'Saved');
  }),
  'view.rename': write(({ id, name }, context) => {
    const view = requireView(context.db, id);
    if (view.name !== name) refuseTaken(context.db, view.screen, name);
    return change(context, view, { name }, 'view.rename', 'Renamed');
  }),
  'view.delete': write(({ id }, context) => {
    const { name } = requireView(context.db, id);
    context.record.remove('setting', id);
    const operationId = context.record.finish({ name: 'view.delete', summary: `Deleted view ${name}` });
    if (operationId === null) throw new Error('deleting a view changed nothing');
    return { operationId };
  }),
};
