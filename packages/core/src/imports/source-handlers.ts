import { AppError } from '@twicewise/contract';
import { findSources, getSource } from '@twicewise/store';
import { read } from '../runtime/define-handler.ts';
import type { HandlersOf } from '../runtime/handler.ts';

export const sourceHandlers: HandlersOf<'source.list' | 'source.get'> = {
  'source.list': read(({ limit, cursor }, { db }) => findSources(db, limit, cursor)),
  'source.get': read(({ id }, { db }) => {
    const source = getSource(db, id);
    if (source) return { source };
    throw new AppError({
      code: 'not_found',
      message: `There is no source with the id ${id}.`,
      hint: 'Name one of those there are (source.list).',
    });
  }),
};
