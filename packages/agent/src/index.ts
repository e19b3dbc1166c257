export * from './executor.ts';
export * from './lessons-prompt.ts';
export * from './memory.ts';
export * from './patient-writer.ts';
export * from './task-words.ts';
