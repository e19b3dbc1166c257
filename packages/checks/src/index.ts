export * from './error-signature.ts';
export * from './linter-counts.ts';
export * from './runner-counts.ts';
export * from './telling-lines.ts';
