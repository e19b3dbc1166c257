import type { InputOf } from '@twicewise/contract';

type Lesson = Omit<InputOf<'reflection.store'>, 'projectId'>;

/**
 * The lessons of one project, in the different ways in which people and agents write them. Some are about errors that occur
 * everywhere.
 */
export const LEARNT: Readonly<Record<string, Lesson>> = {
  database: {
    taskDescription: 'Run the tests of the order service',
    outcome: 'success',
    whatWorked: ['scripts/db-up.sh before npm test: ECONNREFUSED is gone'],
  },
  codegen: {
    taskDescription: 'Build the storefront after a fresh clone',
    outcome: 'success',
    whatWorked: [
      "npm run codegen first: it writes the client that error TS2307: Cannot find module './generated/client' misses",
    ],
  },
  lease: {
    taskDescription: 'Restart the queue',
    outcome: 'failure',
    whatDidNotWork: [
      'kill -9 left 2026-02-01T10:00:00.120Z ERROR [worker-3] lease of shard 12 is held by pid 4711 (0x7f3a2b10)',
    ],
  },
  lock: {
    taskDescription: 'Import the catalogue with four processes',
    outcome: 'failure',
    whatDidNotWork: ['A longer busy_timeout: sqlite3.OperationalError: database is locked came back'],
  },
  oneWriter: {
    taskDescription: 'Nightly catalogue job',
    outcome: 'success',
    whatWorked: ['One process writes, the others send to it; sqlite3.OperationalError: database is locked never again'],
  },
  migrate: {
    taskDescription: 'Seed the staging environment',
    outcome: 'success',
    whatWorked: ['npm run migrate before the seed: relation "orders" does not exist is gone'],
  },
  ports: {
    taskDescription: 'Start the shop beside the admin pages',
    outcome: 'success',
    text: 'Both want the same port. With PORT=0 the error "address already in use" does not come any more.',
  },
  borrow: {
    taskDescription: 'Merge two carts in the pricing crate',
    outcome: 'success',
    whatWorked: [
      'Collect the ids first; error[E0502]: cannot borrow `cart` as mutable because it is also borrowed as immutable',
    ],
  },
  lockfile: {
    taskDescription: 'Plan the preview environment',
    outcome: 'success',
    whatWorked: ['terraform init -upgrade, then Error: Inconsistent dependency lock file is gone'],
  },
  total: {
    taskDescription: 'Show the basket of guests',
    outcome: 'failure',
    whatDidNotWork: ["A default for the basket: TypeError: Cannot read properties of undefined (reading 'subtotal')"],
  },
  settings: {
    taskDescription: 'Start the admin pages locally',
    outcome: 'success',
    whatWorked: [
      "cp settings.sample.json settings.local.json: ENOENT: no such file or directory, open 'settings.local.json'",
    ],
  },
  rounding: {
    taskDescription: 'Round invoices',
    outcome: 'failure',
    whatDidNotWork: ['toFixed, 10 of them: AssertionError: expected 10.01 to be 10.02'],
  },
  shouting: {
    taskDescription: 'Create the tables of the cache',
    outcome: 'success',
    whatWorked: ['CREATE TABLE IF NOT EXISTS and an EXTENSION that is ENABLED first; EVERY image has one'],
  },
  plain: {
    taskDescription: 'Cache the product images',
    outcome: 'success',
    whatWorked: ['immutable cache headers with a hash in the name'],
  },
};

/** A command that failed, as a hook reports it. */
export interface FailedCommand {
  command: string;
  error: string;
}

/** Failing commands and the lessons that fit them, in the order in which an agent is told them. */
export const KNOWN: readonly (FailedCommand & { lessons: readonly string[] })[] = [
  {
    command: 'npm test',
    error:
      'Exit code 1\n\n> order-service@2.1.0 test\n> vitest run\n\nError: connect ECONNREFUSED 127.0.0.1:5432\n    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1610:16)',
    lessons: ['database'],
  },
  {
    command: 'pnpm --filter orders exec vitest run src/checkout',
    error:
      'Exit code 1\npsql: error: connection to server at "localhost" (::1), port 5432 failed: Connection refused\n\tIs the server running on that host?',
    lessons: ['database'],
  },
  {
    command: 'npx tsc -b apps/storefront',
    error:
      "Exit code 2\napps/storefront/src/pages/checkout/very/deep/down/in/the/tree/PaymentPage.tsx:1204:31 - error TS2307: Cannot find module '../../generated/client' or its corresponding type declarations.",
    lessons: ['codegen'],
  },
  {
    command: 'node bin/requeue.mjs --shard 7',
    error:
      'Exit code 1\n2026-07-19T23:59:01.007Z ERROR [worker-11] lease of shard 7 is held by pid 90210 (0xffff80001234abcd)',
    lessons: ['lease'],
  },
  {
    command: 'python tools/load.py --processes 8',
    error:
      'Exit code 1\nTraceback (most recent call last):\n  File "/srv/builds/4711/tools/load.py", line 88, in <module>\n    main()\nsqlite3.OperationalError: database is locked',
    lessons: ['oneWriter', 'lock'],
  },
  {
    command: 'npm run seed',
    error:
      'Exit code 1\nerror: relation "orders" does not exist\n    at Parser.parseErrorMessage (/app/node_modules/pg-protocol/dist/parser.js:285:98)',
    lessons: ['migrate'],
  },
  {
    command: 'npm run dev',
    error:
      'Exit code 1\nError: listen EADDRINUSE: address already in use :::8080\n    at Server.setupListenHandle [as _listen2] (node:net:1817:16)',
    lessons: ['ports'],
  },
  {
    command: 'cargo build -p pricing',
    error:
      'Exit code 101\nerror[E0502]: cannot borrow `cart` as mutable because it is also borrowed as immutable\n  --> crates/pricing/src/merge.rs:418:9',
    lessons: ['borrow'],
  },
  {
    command: 'terraform plan -out preview.plan',
    error:
      'Exit code 1\n\u001b[31m╷\u001b[0m\n\u001b[31m│\u001b[0m \u001b[1m\u001b[31mError: \u001b[0m\u001b[1mInconsistent dependency lock file\u001b[0m\n│ The following dependency selections recorded in the lock file are inconsistent with the current configuration:',
    lessons: ['lockfile'],
  },
  {
    command: 'npx vitest run basket',
    error:
      "Exit code 1\nTypeError: Cannot read properties of undefined (reading 'subtotal')\n ❯ sum packages/shop/src/basket/sum.ts:77:19",
    lessons: ['total'],
  },
  {
    command: 'npm run admin',
    error:
      "Exit code 1\nError: ENOENT: no such file or directory, open '/home/ann/work/shop/admin/settings.local.json'\n    at Object.openSync (node:fs:573:18)",
    lessons: ['settings'],
  },
];

/** Failing commands that no lesson of {@link LEARNT} fits, many with an error that looks similar. */
export const UNKNOWN: readonly FailedCommand[] = [
  {
    command: 'npx eslint src',
    error:
      "Exit code 1\n/w/src/a.ts\n  12:5  error  'total' is assigned a value but never used  @typescript-eslint/no-unused-vars\n\n✖ 1 problem (1 error, 0 warnings)",
  },
  {
    command: 'npx prettier --check .',
    error:
      'Exit code 1\nChecking formatting...\n[warn] README.md\n[warn] Code style issues found in the above file. Run Prettier with --write to fix.',
  },
  {
    command: 'npx tsc --noEmit',
    error: "Exit code 2\nsrc/mail/send.ts(18,7): error TS2322: Type 'string' is not assignable to type 'number'.",
  },
  {
    command: 'npx tsc --noEmit -p mail',
    error:
      "Exit code 2\nmail/index.ts:1:22 - error TS2307: Cannot find module 'nodemailer' or its corresponding type declarations.",
  },
  {
    command: 'npx vitest run mail',
    error:
      'Exit code 1\n FAIL  mail/send.test.ts > sends once\nAssertionError: expected 10 to be 11 // Object.is equality\n ❯ mail/send.test.ts:14:20',
  },
  {
    command: 'pytest tests/mail',
    error:
      'Exit code 1\n    def test_send():\n>       assert sent == 1\nE       AssertionError: assert 2 == 1\n\ntests/mail/test_send.py:9: AssertionError',
  },
  {
    command: 'python -m mail',
    error:
      'Exit code 1\nTraceback (most recent call last):\n  File "/w/mail/__main__.py", line 3, in <module>\n    import jinja2\nModuleNotFoundError: No module named \'jinja2\'',
  },
  { command: 'python manage.py check', error: 'Exit code 1\nsqlite3.OperationalError: no such table: auth_user' },
  { command: 'cargo test', error: 'Exit code 101\nerror[E0382]: use of moved value: `client`\n --> src/main.rs:20:5' },
  {
    command: 'cargo check -p mail',
    error: 'Exit code 101\nerror[E0425]: cannot find value `smtp` in this scope\n --> mail/src/lib.rs:7:5',
  },
  {
    command: 'go test ./...',
    error:
      'Exit code 1\n--- FAIL: TestParse (0.00s)\n    parse_test.go:31: got 3, want 4\nFAIL\nFAIL\texample.org/mail/parse\t0.012s',
  },
  {
    command: 'go build ./cmd/mail',
    error:
      'Exit code 1\ncmd/mail/main.go:9:2: no required module provides package github.com/x/y; to add it:\n\tgo get github.com/x/y',
  },
  { command: 'grep -rn ECONNREFUSED docs', error: 'Exit code 1' },
  { command: 'ls dist/mail', error: "Exit code 2\nls: cannot access 'dist/mail': No such file or directory" },
  { command: 'cat notes/todo.md', error: 'Exit code 1\ncat: notes/todo.md: No such file or directory' },
  {
    command: 'node tools/letters.mjs',
    error:
      "Exit code 1\nError: ENOENT: no such file or directory, open '/w/letters/spring.txt'\n    at Object.openSync (node:fs:573:18)",
  },
  {
    command: 'node tools/report.mjs',
    error:
      "Exit code 1\nTypeError: Cannot read properties of undefined (reading 'length')\n    at report (file:///w/tools/report.mjs:40:22)",
  },
  {
    command: 'node tools/mail.mjs',
    error: "Exit code 1\nError [ERR_MODULE_NOT_FOUND]: Cannot find package 'mjml' imported from /w/tools/mail.mjs",
  },
  {
    command: 'psql -f cache.sql',
    error:
      'Exit code 3\npsql:cache.sql:2: ERROR:  CREATE TABLE IF NOT EXISTS needs the EXTENSION pg_trgm of every image',
  },
  {
    command: 'git merge main',
    error:
      'Exit code 1\nAuto-merging mail/send.ts\nCONFLICT (content): Merge conflict in mail/send.ts\nAutomatic merge failed; fix conflicts and then commit the result.',
  },
  {
    command: 'git push',
    error:
      "Exit code 1\n ! [rejected]        main -> main (fetch first)\nerror: failed to push some refs to 'example.org:shop.git'",
  },
  {
    command: 'git checkout topic',
    error: "Exit code 1\nerror: pathspec 'topic' did not match any file(s) known to git",
  },
  {
    command: 'npm install left-pad@9',
    error: 'Exit code 1\nnpm error code ETARGET\nnpm error notarget No matching version found for left-pad@9.',
  },
  {
    command: 'npm ci',
    error:
      'Exit code 1\nnpm error code EUSAGE\nnpm error `npm ci` can only install packages when your package.json and package-lock.json are in sync.',
  },
  { command: 'npm run letters', error: 'Exit code 1\nnpm error Missing script: "letters"' },
  {
    command: 'docker run mailer',
    error:
      "Exit code 125\nUnable to find image 'mailer:latest' locally\ndocker: Error response from daemon: pull access denied for mailer, repository does not exist or may require 'docker login'.",
  },
  {
    command: 'curl -fsS https://mail.example.org/health',
    error: 'Exit code 6\ncurl: (6) Could not resolve host: mail.example.org',
  },
  {
    command: 'kubectl get pods -n mail',
    error: 'Exit code 1\nError from server (NotFound): namespaces "mail" not found',
  },
  { command: 'make letters', error: "Exit code 2\nmake: *** No rule to make target 'letters'.  Stop." },
  {
    command: './gradlew :mail:test',
    error:
      'Exit code 1\nMailerTest > sends FAILED\n    java.lang.NullPointerException: Cannot invoke "Smtp.send()" because "this.smtp" is null\n        at MailerTest.java:21',
  },
  {
    command: 'bundle exec rspec spec/mail',
    error:
      "Exit code 1\nNoMethodError:\n       undefined method `deliver' for nil:NilClass\n     # ./spec/mail_spec.rb:12:in `block'",
  },
  {
    command: 'php bin/mail',
    error: 'Exit code 255\nPHP Fatal error:  Uncaught Error: Call to undefined function mb_strlen() in /w/bin/mail:9',
  },
  { command: 'psql -f mail.sql', error: 'Exit code 3\npsql:mail.sql:14: ERROR:  syntax error at or near "FORM"' },
  {
    command: 'psql -c "select * from letters"',
    error: 'Exit code 1\nERROR:  relation "letters" does not exist\nLINE 1: select * from letters',
  },
  {
    command: 'terraform apply',
    error: 'Exit code 1\nError: Unsupported attribute\n\n  on mail.tf line 12, in resource "aws_ses" "mail":',
  },
  {
    command: 'npx playwright test mail',
    error:
      "Exit code 1\nTimeoutError: locator.click: Timeout 30000ms exceeded.\nCall log:\n  - waiting for getByRole('button', { name: 'Send' })",
  },
  {
    command: 'mypy mail',
    error:
      'Exit code 1\nmail/send.py:14: error: Incompatible return value type (got "str", expected "int")  [return-value]',
  },
  { command: 'rm /etc/mail.conf', error: "Exit code 1\nrm: cannot remove '/etc/mail.conf': Permission denied" },
  { command: 'mailctl', error: 'Exit code 127\n/bin/bash: line 1: mailctl: command not found' },
];
