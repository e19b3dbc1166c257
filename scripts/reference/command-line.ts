import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { PRODUCT } from '@twicewise/contract';
import { COMMANDS } from '../../packages/host/src/cli/commands.ts';
import { CHECKOUT } from '../gate.ts';

/** How help texts name the command when it runs from a checkout. */
const FROM_CHECKOUT = /(?:npx |node (?:"[^"\n]*[\\/]|\S*[\\/]))twicewise(?:\.mjs"?)?/g;

/** Commands of the command line. */
export const commandNames: readonly string[] = Object.keys(COMMANDS);

function outputOf(script: string, ...words: string[]): string {
  const output = execFileSync(process.execPath, [join(CHECKOUT, script), ...words], { encoding: 'utf8' });
  return output.replace(FROM_CHECKOUT, PRODUCT.command);
}

let page: string | null = null;

/** The page about the command line: the command's own help, and that of each of its commands. */
export function commandLinePage(): string {
  page ??= writePage();
  return page;
}

function writePage(): string {
  const overview = outputOf('packages/host/src/cli/main.ts', '--help').trimEnd();
  const helps = outputOf('scripts/reference/print-helps.ts').split('\0').slice(1);
  const sections = helps.map((said) => {
    const [name = '', ...help] = said.trimEnd().split('\n');
    return `## \`${name}\`\n\n\`\`\`text\n${help.join('\n')}\n\`\`\`\n`;
  });
  return [
    '# Command line\n',
    `What \`${PRODUCT.command} --help\` and each of its commands say.\n`,
    `\`\`\`text\n${overview}\n\`\`\`\n`,
    ...sections,
  ].join('\n');
}
