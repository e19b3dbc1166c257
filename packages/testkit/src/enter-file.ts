import { afterAll, expect, vi } from 'vitest';
import { enterOwnSurroundings } from './surroundings.ts';

// Vitest imports this before each file of tests. Files share a process, because starting one and loading the product in it
// takes longer than most files do; so each has surroundings of its own, and fails when it leaves something for the next.

const { leave } = enterOwnSurroundings();
const state = () => ({ environment: { ...process.env }, folder: process.cwd(), fakeTimers: vi.isFakeTimers() });
const entered = state();

afterAll(() => {
  const left = state();
  vi.useRealTimers();
  process.chdir(entered.folder);
  leave();
  expect(left, 'what this file of tests leaves behind').toEqual(entered);
});
