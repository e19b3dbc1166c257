import { openStore, storePaths } from '../src/index.ts';
import { newer } from './newer-steps.ts';

// Migrates the memory in a folder; a test kills it meanwhile.
process.stdout.write('begin\n');
openStore(storePaths(process.argv[2] ?? ''), Date.now(), { steps: newer });
