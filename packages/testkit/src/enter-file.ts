import { afterAll, expect, vi } from 'vitest';
import { enterOwnSurroundings } from './surroundings.ts';

// Vitest imports this before each test file. Files share a process, because starting one and loading the product takes longer
// than most files run. So each file gets its own surroundings, and fails when it leaves something behind for the next.

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
