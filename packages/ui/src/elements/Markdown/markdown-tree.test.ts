import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Inline, MAX_LENGTH, MAX_PIECES, type TextBlock, textOf, treeOf } from './markdown-tree.ts';

/** A short form of the pieces of a line. */
function line(pieces: readonly Inline[]): string {
  return pieces
    .map((piece) => {
      if (piece.kind === 'text') return piece.text;
      if (piece.kind === 'code') return `<code ${piece.text}>`;
      if (piece.kind === 'image') return `<image ${piece.text} ${piece.address}>`;
      if (piece.kind === 'link') return `<link ${line(piece.of)} ${piece.address}>`;
      const { kind, of } = piece;
      return `<${kind} ${line(of)}>`;
    })
    .join('');
}

/** A short form of the blocks. */
function blocks(of: readonly TextBlock[] | null): string {
  if (of === null) return 'as written';
  return of
    .map((block) => {
      if (block.kind === 'code') return `<code ${block.label}: ${block.text}>`;
      if (block.kind === 'quote') return `<quote ${blocks(block.of)}>`;
      if (block.kind === 'rule') return '<rule>';
      if (block.kind === 'table')
        return `<table ${block.rows.map((row) => row.map(({ of }) => line(of)).join('|')).join('/')}>`;
      if (block.kind !== 'list') return `<${block.kind} ${line(block.of)}>`;
      return `<list ${block.entries.map((entry) => `${entry.number}${blocks(entry.of)}`).join('')}>`;
    })
    .join('');
}

const repeated = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);

describe('treeOf', () => {
  test.each([
    ['marks', 'a **b** *c* ~~d~~ `e<f>`', '<paragraph a <strong b> <em c> <strike d> <code e<f>>>'],
    ['lines as they are', 'a\nb  \nc', '<paragraph a\nb\nc>'],
    ['headings', '# A\n\nB\n===', '<heading A><heading B>'],
    ['lists with their numbers', '3. a\n7. b\n   - c', '<list 3<paragraph a>7<paragraph b><list <paragraph c>>>'],
    ['quotes', '> a\n> > b', '<quote <paragraph a><quote <paragraph b>>>'],
    ['code and what it is', '```ts x\nlet a;\n```\n\n    b', '<code ts x: let a;><code : b>'],
    ['tables', '|a|b|\n|-|:-:|\n|1|2|', '<table a|b/1|2>'],
    ['a rule', 'a\n\n---\n\nb', '<paragraph a><rule><paragraph b>'],
    ['links', '[a](https://b.example/c "d")', '<paragraph <link a https://b.example/c>>'],
    ['addresses in brackets', '<http://b.example>', '<paragraph <link http://b.example http://b.example>>'],
    ['images, which are text', '![a](http://b.example/c.png)', '<paragraph <image a http://b.example/c.png>>'],
  ])('reads %s', (_, text, expected) => {
    expect(blocks(treeOf(text))).toBe(expected);
  });

  test.each([
    ['scripts', '[a](javascript:alert(1))'],
    ['scripts in disguise', '[a](JaVaScRiPt:alert(1)) [b](java&#x0A;script:alert(1)) [c]( javascript:alert(1))'],
    ['data', '[a](data:text/html,b) ![a](data:image/svg+xml,b)'],
    ['files', '[a](file:///etc/passwd) [b](docs/a.md) [c](//evil.example/a) ![d](x.png)'],
    ['other programs', '[a](mailto:a@b.example) [b](twicewise://lesson/a) <vscode://a>'],
    ['definitions', '[a]: http://evil.example "b"\n\n[a] [c][a] ![d][a]'],
    ['markup', '<img src=x onerror=a> <!-- b --> <a href="http://evil.example">c</a>'],
    ['entities', '&lt;a&gt; &#60; &nbsp;'],
  ])('leaves %s text', (_, text) => {
    expect(blocks(treeOf(text))).toBe(
      text
        .split('\n\n')
        .map((part) => `<paragraph ${part}>`)
        .join(''),
    );
  });

  test('what it would hide is shown as written', () => {
    expect(treeOf('|a|\n|-|\n|b|c and more|')).toBeNull();
    expect(treeOf('[a](http://b.example/&amp;c)')).toBeNull();
  });

  test('no text loses a letter or digit', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom(
        '*',
        '**',
        '_',
        '`',
        '```',
        '~~',
        '\n',
        '\n\n',
        '# ',
        '> ',
        '- ',
        '12. ',
        '    ',
        '|',
        '|-|',
        '[a]',
        '(http://x.example/y "z")',
      ),
      fc.constantFrom('![b]', '<http://c.example>', '[d]: http://e.example "f"', '\\', '<b>', '&amp;', '\t', 'word'),
    );
    const letters = (text: string) => text.replaceAll(/[^\p{L}\p{N}]+/gu, '');
    let formatted = 0;
    fc.assert(
      fc.property(fc.array(part, { maxLength: 24 }), (parts) => {
        const text = parts.join('');
        const tree = treeOf(text);
        if (tree === null) return;
        formatted++;
        expect(letters(textOf(tree))).toBe(letters(text));
      }),
      { numRuns: 1_000 },
    );
    expect(formatted).toBeGreaterThan(700);
  });

  test('what is nested a thousand deep ends at some depth, and keeps its text', () => {
    const inner = (text: string) => {
      const tree = treeOf(text);
      return tree === null ? text : textOf(tree);
    };
    expect(inner(`${'> '.repeat(1_000)}end`)).toContain('end');
    expect(inner(`${'*a **b '.repeat(1_000)}end${'** *'.repeat(1_000)}`)).toContain('end');
    expect(
      inner(
        Array.from({ length: 1_000 }, (_, at) => `${' '.repeat(2 * at)}- a`)
          .join('\n')
          .slice(0, 90_000),
      ),
    ).toContain('a');
    expect(inner(`${'['.repeat(1_000)}end${'](http://a.example)'.repeat(1_000)}`)).toContain('end');
    expect(inner(`${'**'.repeat(1_000)}end${'**'.repeat(1_000)}`)).toContain('end');
  });

  test('a long text and one of many pieces are shown as written', () => {
    expect(treeOf('a '.repeat(MAX_LENGTH / 2 + 1))).toBeNull();
    expect(treeOf('- a\n'.repeat(MAX_PIECES))).toBeNull();
  });

  // Parsers that read such texts again and again need minutes for them (measured in ADR 57); the limit is that of the test.
  test.each([
    '*',
    '*a ',
    '_a',
    'a**b',
    '***a**b',
    '`',
    '[',
    '[a](',
    '![[',
    '> ',
    '>',
    '- ',
    '> - ',
    '|a',
    '|x|y|\n',
    '~',
    '~~a~',
    '<',
    '<a ',
    '<!--',
    '&amp',
    '[a]: x\n',
    '\\',
    '![a](b',
    '\n',
    '*a_ ',
    '[a](b(',
    'a\n',
    'a\n=\n',
    '<http://a',
    '|a|\n|-|\n',
  ])('a hundred thousand characters of %j are read in linear time', (text) => {
    treeOf(repeated(text, MAX_LENGTH));
  });
});
