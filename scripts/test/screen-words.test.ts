import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHECKOUT, projectFiles } from '../gate.ts';
import { GLOSSARY } from '../glossary.ts';

/** Where the texts of the interface and the names of its actions stand. */
const TEXTS =
  /^packages\/ui\/src\/(?:strings\.ts|strings\/(?!.*\.test\.)[\w-]+\.ts|state\/actions\.ts|sheets\/Palette\/ways-there\.ts)$/;

/**
 * Where Activity has what it says of a write: the lines of core that name a summary, its verb, what it counts or the title of a job, or
 * have a text that begins with what was done.
 */
const WRITERS = /^packages\/core\/src\/.*\.ts$/;
const OF_A_WRITE = /summary|verb|title|\b(?:one|many): '|['`](?:[A-Z][a-z]*ed|Undid|Put|Took) /i;

/** The words that the glossary rejects for the screen. */
function rejectedWords(): string[] {
  const [, part = ''] = readFileSync(join(CHECKOUT, GLOSSARY), 'utf8').split('## Words on screen');
  return [...part.matchAll(/^- .*$/gm)].flatMap(([line]) =>
    [...line.matchAll(/“([^”]+)”/g)].map(([, word = '']) => word),
  );
}

/** The texts of a source file: what stands in quotes, without comments, what a template puts in, and options of commands. */
function textsOf(source: string): string[] {
  const bare = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '');
  return [...bare.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)]
    .map(([, plain, template]) => (plain ?? template ?? '').replaceAll(/\$\{[^}]*\}|--[\w-]+ [\w-]+/g, '…'))
    .filter((text) => !isName(text));
}

/** The lines of a source file of core with what is said of a write. */
const saidOfWrites = (source: string) =>
  source
    .split('\n')
    .filter((line) => OF_A_WRITE.test(line))
    .join('\n');

/** Keys, operations and paths, which nobody reads. */
const isName = (text: string) => /^[a-z@.][\w.:/@-]*$/.test(text);

/** Also in the plural; `…` in a word stands for up to four others. */
const says = (text: string, word: string) =>
  new RegExp(`(?<!\\p{L})${word.replaceAll(' … ', ' (?:\\S+ ){0,4}')}s?(?!\\p{L})`, 'iu').test(text);

describe('texts of the interface', () => {
  const textsIn = (files: RegExp, part: (source: string) => string) =>
    projectFiles(CHECKOUT)
      .filter((file) => files.test(file))
      .flatMap((file) => textsOf(part(readFileSync(join(CHECKOUT, file), 'utf8'))).map((text) => ({ file, text })));
  const written = textsIn(WRITERS, saidOfWrites);
  const texts = [...textsIn(TEXTS, (source) => source), ...written];

  it.each(rejectedWords())('do not say “%s”', (word) => {
    expect(texts.filter(({ text }) => says(text, word))).toEqual([]);
  });

  it('are read, all of them, and a rejected word in one is found (negative control)', () => {
    expect(rejectedWords().length).toBeGreaterThan(25);
    expect(texts.length - written.length).toBeGreaterThan(1000);
    expect(written.length).toBeGreaterThan(50);
    const lines = "const verb = 'Asserted it';\nreturn `Asserted it`;\nconst hint = 'It was told so';";
    const said = textsOf(saidOfWrites(lines));
    expect(said.map((text) => says(text, 'asserted'))).toEqual([true, true]);
    const [plain, template, ...rest] = textsOf(
      "const a = { told: 'It was told so', b: `Told: …`, c: 'told' }; // told so",
    );
    expect([says(plain ?? '', 'told'), says(template ?? '', 'told'), rest]).toEqual([true, true, []]);
    expect(says('Untold', 'told')).toBe(false);
    expect([says('takes back', 'takes … back'), says('takes all of it back', 'takes … back')]).toEqual([true, true]);
    expect([says('its judgements', 'judgement'), says('judgemental', 'judgement')]).toEqual([true, false]);
  });
});
