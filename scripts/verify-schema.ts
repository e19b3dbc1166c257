import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dumpSchema } from './dump-schema.ts';

// Compares packages/store/schema.sql with the result of the migrations, so that every change of the schema is visible in review.

const path = join(import.meta.dirname, '../packages/store/schema.sql');
const actual = dumpSchema();
if (process.argv.includes('--write')) writeFileSync(path, actual);
if (readFileSync(path, 'utf8') !== actual) {
  console.error(
    'packages/store/schema.sql differs from what the migrations make. Run: node scripts/verify-schema.ts --write',
  );
  process.exit(1);
}
console.log('schema.sql is what the migrations make');
