import { writeFileSync } from 'node:fs';

const VERSIONS = ['exports.add = (a, b) => a - b;\n', 'exports.add = (a, b) => a + b;\n'];
let made = 0;

/**
 * What your agent does: asks its model, and changes files. This one is scripted, and right the second time.
 * @param {string} _prompt
 */
export async function writeCode(_prompt) {
  const code = VERSIONS[Math.min(made++, 1)] ?? '';
  writeFileSync('add.cjs', code);
  return code;
}
