import { describe, expect, it } from 'vitest';
import { shellWrites } from '../../src/transcripts/shell-edit.ts';

describe('a command line that writes a file', () => {
  it.each([
    ["cat > src/a.js <<'EOF'\nexport const a = 1;\nEOF", 'src/a.js', '', 'export const a = 1;', ''],
    ['cat <<EOF > src/a.js\none\nEOF', 'src/a.js', '', 'one', ''],
    ['cat <<EOF | tee -a src/a.js\none\nEOF', 'src/a.js', '', 'one', ''],
    ['tee "src/a b.js" <<EOF >/dev/null\none\nEOF', 'src/a b.js', '', 'one', ''],
    ['echo "use strict" >> src/a.js', 'src/a.js', '', 'use strict', ''],
    ["sed -i 's/String(x)/x.toFixed(2)/' src/a.js", 'src/a.js', 'String(x)', 'x.toFixed(2)', ''],
    ['sed -i.bak "s|one|two|g" src/a.js', 'src/a.js', 'one', 'two', ''],
    ["sed -i -e '12d' src/a.js", 'src/a.js', '', '12d', ''],
    // Escaped delimiters belong to the text.
    [String.raw`sed -i 's/\/old\/a/\/new\/a/' src/a.js`, 'src/a.js', String.raw`\/old\/a`, String.raw`\/new\/a`, ''],
    [String.raw`sed -i 's,a\,b,' src/a.js`, 'src/a.js', '', String.raw`s,a\,b,`, ''],
    ["perl -pi -e 's/one/two/' src/a.js", 'src/a.js', 'one', 'two', ''],
    ["perl -0777 -i.bak -pe 's/one/two/' src/a.js", 'src/a.js', 'one', 'two', ''],
    ["sed -Ei.bak 's/one/two/' src/a.js 2>/dev/null", 'src/a.js', 'one', 'two', ''],
    ["sed --in-place --expression 's/one/two/' 'src/a b.js'", 'src/a b.js', 'one', 'two', ''],
    ["sed -i --expression='s/one/two/' src/a.js", 'src/a.js', 'one', 'two', ''],
    ["sed -i '' 's/one/two/' src/a.js", 'src/a.js', 'one', 'two', ''],
    ["sed -i 's/one/'\"$NEW\"'/' src/a.js", 'src/a.js', 'one', '$NEW', ''],
    ["sed -i 's/one/two/' src/a.js | tee out.log", 'src/a.js', 'one', 'two', ''],
    ['git apply <<EOF\n--- a/src/a.js\n+++ b/src/a.js\n@@ -1 +1 @@\n-one\n+two\nEOF', 'src/a.js', 'one', 'two', ''],
    ["cd /tmp && ls; cd /work/shop && echo 'one' > a.js", 'a.js', '', 'one', 'cd /tmp && ls && cd /work/shop'],
    ['cd /work/shop && cat > a.js <<EOF\none\nEOF\nnpm test', 'a.js', '', 'one', 'cd /work/shop && npm test'],
    ["sed -i 's/a/b/' a.js && npm test 2>&1 | tail -5", 'a.js', 'a', 'b', 'npm test 2>&1 | tail -5'],
    // A `|` in quotes is no pipe, and neither is `>|`, which overwrites a file even where the shell protects it.
    ["echo 'one | two' > a.md", 'a.md', '', 'one | two', ''],
    ["echo 'one' >| a.md", 'a.md', '', 'one', ''],
    ["echo 'one' | sudo tee a.md > /dev/null", 'a.md', '', 'one', ''],
    // The text of a document may look like commands.
    ["cat > a.md <<'EOF'\nsed -i 's/x/y/' b; rm c\nEOF", 'a.md', '', "sed -i 's/x/y/' b; rm c", ''],
    ['cat > /tmp/project/a.js <<EOF\none\nEOF', '/tmp/project/a.js', '', 'one', ''],
  ])('%s', (command, path, before, after, rest) => {
    expect(shellWrites(command)).toMatchObject({ edits: [{ path, before, after }], rest });
  });

  it('may write several files', () => {
    const command = 'cat > a.js <<A\none\nA\ncat > b.js <<B\ntwo\nB';
    expect(shellWrites(command).edits.map(({ path, after }) => [path, after])).toEqual([
      ['a.js', 'one'],
      ['b.js', 'two'],
    ]);
  });

  it.each([
    ["sed -i 's/a/b/' a.js && npm test", 1, 1],
    ["npm test && echo 'tests: green' >> CHANGELOG.md", 0, 0],
    ["echo 'one' > a.js; npm run lint && echo 'two' > b.js && npm test && echo 'three' > c.js", 1, 2],
    // A command that only looks at files or prepares folders is no run.
    ["cd shop && mkdir -p src && cat a.js && echo 'one' > src/b.js && npm test", 1, 1],
    ["mkdir -p src && echo 'one' > src/b.js", 0, 1],
    ["(cd shop && sed -i 's/a/b/' a.js && npm test)", 1, 1],
    ["grep -q one a.js || echo 'one' >> a.js", 0, 1],
  ])('says what it writes before and behind what runs: %s', (command, beforeFirstRun, beforeLastRun) => {
    expect(shellWrites(command)).toMatchObject({ beforeFirstRun, beforeLastRun });
  });

  it.each([
    ["echo 'one | two' > a.js && cat a.js | grep one; echo one | tail -1", 1],
    ["echo 'one' > a.js; echo one || cat a.js", 1],
    ["printf 'y' | npm run migrate | tail -5; echo 'one' > a.js", 0],
  ])('takes a pipe for a run only where it feeds one: %s', (command, beforeLastRun) => {
    expect(shellWrites(command)).toMatchObject({ edits: [{ path: 'a.js' }], beforeLastRun });
  });

  it('is no edit where that is made only after a run that fails', () => {
    expect(shellWrites("echo 'one' > a.js; npm test || echo 'red' >> red.log")).toMatchObject({
      edits: [{ path: 'a.js' }],
      rest: "npm test || echo 'red' >> red.log",
    });
  });

  it.each(["sed -i 's/one/two/' a.ts b.ts /tmp/c.ts d.ts", "perl -pi -e 's/one/two/' a.ts b.ts d.ts >/dev/null"])(
    'changes every file that it names: %s',
    (command) => {
      const edits = ['a.ts', 'b.ts', 'd.ts'].map((path) => ({ path, before: 'one', after: 'two' }));
      expect(shellWrites(command).edits).toEqual(edits);
    },
  );

  it('is known where its document was cut off', () => {
    expect(shellWrites('cat > a.js <<EOF\none\ntw').edits).toEqual([{ path: 'a.js', before: '', after: 'one\ntw' }]);
  });
});

describe('a command line that edits nothing', () => {
  it.each([
    'npm test > out.log 2>&1',
    'npm test 2>&1 | tee out.log',
    'cat a.js > /dev/null',
    'cat a.js 2>&1',
    'echo "a > b"',
    "grep '>' a.js",
    'echo done >&2',
    'cat > /tmp/probe.sh <<EOF\nnpm test\nEOF',
    'echo "x" > /dev/null',
    "sed -n '1,5p' a.js",
    "sed 's/a/b/' a.js",
    "python - <<'EOF'\nopen('a.js', 'w').write('one')\nEOF",
    'git apply --check fix.patch',
    'cat <<EOF\nhello\nEOF',
    'git commit -m "write > and sed -i"',
    // Experiments in a temporary folder, outside the project.
    'cd /tmp && mkdir probe && cd probe && git init && echo "test" > file.txt && git add .',
    "cd $(mktemp -d) && echo 'one' > a.js && node a.js",
    "cd /tmp && mkdir probe && echo 'one' > /tmp/probe/a.js",
    'mv a.js b.js',
    // Options that only look like `-i`, or lack the expression or file that goes with it.
    'perl -Ilib bin/report.pl prices.csv',
    "perl -MFile::Find -e 'find(sub { print }, @ARGV)' src",
    'perl -i bin/report.pl prices.csv',
    "sed -n --line-length=80 's/a/b/p' a.js",
    "sed 's/a/b/' a.js | perl -pi",
    // Another command names the files.
    "sed -i 's/a/b/' $(git ls-files '*.js')",
    "sed -i 's/a/b/' `git ls-files '*.js'`",
    // A pipe feeds a run.
    "printf 'y\\n' | npm run migrate > migrate.log",
    "cat <<'EOF' | python3 - > out.json\nprint(1)\nEOF",
    "echo 'one' | grep one > out.txt",
    "echo 'one' |& node run.js | tee out.txt",
    '',
  ])('%s', (command) => {
    expect(shellWrites(command)).toMatchObject({ edits: [], rest: command });
  });

  it.each([
    '<<'.repeat(2000),
    '"'.repeat(4096),
    `sed -i ${'s/'.repeat(2000)}`,
    // An expression without its end, as where the command was cut off.
    `sed -i 's,${'\\0'.repeat(28)}' src/a.js`,
    'cat > '.repeat(800),
    // Expressions full of escapes.
    `sed -i 's/${String.raw`\(a\)`.repeat(16)}' src/a.js`,
    `sed -i 's/a/${String.raw`\(a\)`.repeat(16)}' src/a.js`,
  ])('is looked through at once, whatever it is', (command) => {
    expect(shellWrites(command).edits.length).toBeLessThan(2);
  });
});
