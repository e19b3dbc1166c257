import { describe, expect, it } from 'vitest';
import { CHECKOUT } from '../gate.ts';
import { verifySamples } from '../samples.ts';
import { checkoutWith } from './broken-checkout.ts';

const FILES = {
  'package.json': JSON.stringify({ scripts: { test: 'node x', 'check:agents': 'node x' } }),
  'scripts/check/agents.ts': "parseArgs({ options: { client: { type: 'string' } } });\n",
  'scripts/write.ts': "process.argv.includes('--write');\n",
  'packages/host/bin/twicewise.mjs': '',
  'docs/reference/command-line.md':
    '# Command line\n\n## `connect`\n\n```text\n--check\n```\n\n## `call`\n\n```text\n```\n',
};
const block = (language: string, ...lines: string[]) => ['```'.concat(language), ...lines, '```'].join('\n');
const problemsOf = (page: string) => verifySamples(checkoutWith({ ...FILES, 'README.md': page })).problems;

describe('samples', () => {
  it('of this checkout are as they must be, and counted by what they are', () => {
    const { problems, summary } = verifySamples(CHECKOUT);
    expect(problems).toEqual([]);
    for (const kind of ['commands in sentences', 'sh', 'json', 'mermaid'])
      expect(summary).toMatch(new RegExp(`\\d+ ${kind}`));
  });

  it.each([
    [
      'npm test',
      'npm run check:agents -- --client codex',
      'npm install --global ./a.tgz',
      'node scripts/write.ts --write',
    ],
    [
      'npx twicewise connect --check --data DIR',
      'twicewise COMMAND',
      'node /clone/packages/host/bin/twicewise.mjs connect',
    ],
    [`npx twicewise call reflection.list '{"limit":5}'  # any`],
  ])('accepts %s', (...lines) => {
    expect(problemsOf(`${block('sh', ...lines)}\n\n${lines.map((line) => `\`${line}\``).join('\n')}\n`)).toEqual([]);
  });

  it.each([
    ['npm run check:none', 'package.json has no script check:none'],
    ['npm run check:agents -- --none x', 'check:agents does not know --none'],
    ['npm test --none', 'npm passes on only what stands after --'],
    ['node scripts/none.ts', 'scripts/none.ts does not exist'],
    ['npx node scripts/write.ts --none', 'scripts/write.ts does not know --none'],
    ['npx vitest run none.test.ts', 'none.test.ts does not exist'],
    ['npx twicewise none', 'twicewise has no command none'],
    ['twicewise connect --none', 'twicewise connect does not know --none'],
    ['twicewise call none.none', 'there is no operation none.none'],
    [`twicewise call reflection.list '{"none":5}'`, 'reflection.list: '],
    [`twicewise call reflection.list '{'`, 'reflection.list: '],
  ])('refuses %s, in a block and in a sentence', (command, problem) => {
    const problems = problemsOf(`${block('sh', 'npm test', command)}\n\nType \`${command}\`.\n`);
    expect(problems).toHaveLength(2);
    expect(problems[0]).toContain(problem);
    expect(problems[1]).toContain(problem);
  });

  it.each([
    [block('sh', 'curl localhost'), 'nobody checks commands of curl'],
    [block('ts', 'const a = 1;'), 'is in ts, which nothing checks'],
    [block('', 'text'), 'is in no language, which nothing checks'],
    [block('json', '{"title":"A"}'), 'name what it is: lesson-line'],
    [block('json lesson-line', '{"title":'), 'sample '],
    [block('json lesson-line', '{"title":"A","outcome":"success","wroked":["b"]}'), 'wroked means nothing in a lesson'],
    [block('mermaid', 'flowchart LR', '  a --> b', '  a => c'), 'is no flowchart that we know: a => c'],
    [block('mermaid', 'flowchart LR', '  subgraph s [S]', '  a --> b'), 'has a subgraph without its end'],
  ])('refuses %j', (page, problem) => {
    expect(problemsOf(`${page}\n`)).toEqual([expect.stringContaining(problem)]);
  });

  it('takes a program only as a test runs it', () => {
    const files = { ...FILES, 'a/run.mjs': 'run();\n' };
    const problemsIn = (...page: [string, ...string[]]) =>
      verifySamples(checkoutWith({ ...files, 'a/README.md': `${block(...page)}\n` })).problems;
    expect(problemsIn('js run.mjs', 'run();')).toEqual([]);
    expect(problemsIn('js run.mjs', 'walk();')).toEqual([expect.stringContaining('is not what run.mjs holds')]);
    for (const language of ['js', 'js none.mjs'])
      expect(problemsIn(language, 'run();')).toEqual([expect.stringContaining('names no file that holds it')]);
  });

  it('leaves decisions and generated pages alone, as far as sentences go', () => {
    const pages = {
      'docs/adr/0001-a.md': 'Once `npm run gone` was there.\n',
      'docs/reference/a.md': block('text', 'as is'),
    };
    expect(verifySamples(checkoutWith({ ...FILES, ...pages })).problems).toEqual([]);
  });
});
