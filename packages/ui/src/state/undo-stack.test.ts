import { expect, test } from 'vitest';
import { did, EMPTY, forget, redid, type Step, undid } from './undo-stack.ts';

const step = (id: string): Step => ({ target: { operationId: id }, what: id });
const [a, b, c] = [step('a'), step('b'), step('c')];
const names = (steps: readonly Step[]) => steps.map(({ what }) => what).join('');

test('undo walks back, redo walks forth, in order', () => {
  let stack = did(did(EMPTY, a), b);
  stack = undid(stack, b);
  stack = undid(stack, a);
  expect([names(stack.past), names(stack.future)]).toEqual(['', 'ba']);
  stack = redid(stack, a);
  expect([names(stack.past), names(stack.future)]).toEqual(['a', 'b']);
});

test('something new ends what could be redone', () => {
  const stack = did(undid(did(did(EMPTY, a), b), b), c);
  expect([names(stack.past), names(stack.future)]).toEqual(['ac', '']);
});

test('a step is never on a side twice', () => {
  const stack = undid(undid(did(EMPTY, a), a), a);
  expect([names(stack.past), names(stack.future)]).toEqual(['', 'a']);
});

test('a step that others undid, or redid, is forgotten on that side alone', () => {
  const stack = undid(did(did(EMPTY, a), b), b);
  expect(forget(stack, 'past', a)).toEqual({ past: [], future: [b] });
  expect(forget(stack, 'future', b)).toEqual({ past: [a], future: [] });
  expect(forget(stack, 'past', b)).toEqual(stack);
});

test('the stack stays bounded', () => {
  let stack = EMPTY;
  for (let i = 0; i < 300; i++) stack = did(stack, step(`s${i}`));
  expect(stack.past).toHaveLength(200);
  expect(stack.past.at(-1)?.what).toBe('s299');
});
