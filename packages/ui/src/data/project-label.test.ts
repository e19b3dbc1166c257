import { expect, test } from 'vitest';
import { projectPlaces } from './project-label.ts';

const project = (id: string, name: string, root: string | null) => ({ id, name, root }) as never;

test('projects of one name are told apart by as few folders as that takes', () => {
  const places = projectPlaces([
    project('a', 'cli', '/home/ann/work/cli'),
    project('b', 'cli', '/home/bob/work/cli'),
    project('c', 'shop', '/home/ann/work/shop'),
    project('d', 'cli', null),
    project('e', 'x', 'C:\\one\\x'),
    project('f', 'x', 'C:\\two\\x'),
  ]);
  expect(Object.fromEntries(places)).toEqual({ a: 'ann/work', b: 'bob/work', d: '', e: 'one', f: 'two' });
});
