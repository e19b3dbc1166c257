/**
 * Ways in which Markdown has become markup, a request or a navigation. `§` stands for the number of the payload, as in
 * `payloads.ts`.
 */
const VECTORS = [
  '[§](javascript:ran(§))',
  '[§](JaVaScRiPt:ran(§))',
  '[§]( javascript:ran(§) )',
  '[§](<javascript:ran(§)>)',
  '[§](java\tscript:ran(§))',
  '[§](javascript&colon;ran(§))',
  '[§](&#106;avascript:ran(§))',
  '[§](\\javascript:ran(§))',
  '[§](%6aavascript:ran(§))',
  '[§](vbscript:ran(§))',
  '[§](data:text/html;base64,PHNjcmlwdD5vcGVuZXIucmFuKMKnKTwvc2NyaXB0Pg==)',
  '[§](http://evil.example/§"onmouseover="ran(§))',
  '[§](http://evil.example/§ "t\\" onfocus=\\"ran(§)")',
  '[§](http://evil.example/§)',
  '[§](//evil.example/§)',
  '[§](\\\\evil.example\\§)',
  '![§](http://evil.example/§.png)',
  '![§](//evil.example/§.png)',
  '![§](data:image/svg+xml,<svg/onload=ran(§)>)',
  '![§"onerror="ran(§)](http://evil.example/§.png)',
  '[![§](http://evil.example/§.png)](http://evil.example/§)',
  '![§][r§]\n\n[r§]: http://evil.example/§.png',
  '[§][r§]\n\n[r§]: javascript:ran(§)',
  '[r§]: <javascript:ran(§)> "t"\n\n[r§]',
  '<http://evil.example/§>',
  '<javascript:ran(§)>',
  '<x@evil.example>',
  'http://evil.example/§ www.evil.example/§',
  '<script>ran(§)</script>',
  '<div>\n\n<img src=x onerror=ran(§)>\n\n</div>',
  '<!-- --><img src="http://evil.example/§.png"><!-- -->',
  '<?php?><img src=x onerror=ran(§)>',
  '<![CDATA[<img src=x onerror=ran(§)>]]>',
  '```\n</code></pre><img src=x onerror=ran(§)>\n```',
  '```"><img src=x onerror=ran(§)>\nx\n```',
  '`<img src=x onerror=ran(§)>`',
  '    <img src=x onerror=ran(§)>',
  '| § |\n| - |\n| <img src=x onerror=ran(§)> |',
  '# <svg onload=ran(§)>',
  '> <iframe src="http://evil.example/§"></iframe>',
  '- [ ] <input autofocus onfocus=ran(§)>',
  '**<img src=x onerror=ran(§)>**',
  '~~<video src="http://evil.example/§.mp4" autoplay></video>~~',
  '&lt;img src=x onerror=ran(§)&gt;',
  '[§](http://evil.example/§){onclick=ran(§)}',
  '$$\\href{javascript:ran(§)}{§}$$',
  '```mermaid\nclick A "javascript:ran(§)"\n```',
  '[^§]: <img src=x onerror=ran(§)>\n\n[^§]',
];

/** Blocks and spans in which each of them is tried. */
const AROUND: ((vector: string) => string)[] = [
  (vector) => vector,
  (vector) => `> ${vector}`,
  (vector) => `1. ${vector}`,
  (vector) => `# ${vector}`,
  (vector) => `**${vector}**`,
  (vector) => `[a](https://b.example) ${vector}`,
  (vector) => `a ${vector} \`b\``,
  (vector) => `| a | b |\n| - | - |\n| c | ${vector.replaceAll('\n', ' ')} |`,
];

/** Hostile Markdown (T43): every vector in every surrounding, numbered from 10,000 on. */
export const MARKDOWN_PAYLOADS: readonly string[] = AROUND.flatMap((around) => VECTORS.map(around)).map((text, index) =>
  text.replaceAll('§', String(10_000 + index)),
);

/** Texts that hold up a parser that reads them more than once, each of this many characters. */
export const slowTexts = (length: number): readonly string[] =>
  ['*', '_a', '***a**b', '[', '![[', '[a](b(', '`', '> ', '- ', '~~a~', '<!--', '|a'].map((piece) =>
    piece.repeat(Math.ceil(length / piece.length)).slice(0, length),
  );

/** Marks within marks, a thousand deep. */
export const DEEP: readonly string[] = [
  `${'> '.repeat(1_000)}end`,
  `${'- '.repeat(1_000)}end`,
  `${'**'.repeat(1_000)}end${'**'.repeat(1_000)}`,
  `${'*a **b '.repeat(1_000)}end${'** *'.repeat(1_000)}`,
  `${'['.repeat(1_000)}end${'](http://evil.example)'.repeat(1_000)}`,
];
