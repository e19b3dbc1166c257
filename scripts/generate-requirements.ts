import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKOUT } from './gate.ts';
import { findProofs } from './proofs.ts';
import { TABLE, withProofs } from './requirements-table.ts';

// Writes the column of proofs in docs/requirements.md, from what the tests say they verify.

const path = join(CHECKOUT, TABLE);
const text = readFileSync(path, 'utf8');
const written = withProofs(text, findProofs(CHECKOUT).proofs);
if (written !== text) writeFileSync(path, written);
console.log(`${TABLE} ${written === text ? 'was up to date' : 'written'}`);
