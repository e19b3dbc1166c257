import { errorSignature } from '@twicewise/checks';
import { ATTEMPT_CONTENT_VERSION, type AttemptContent, blankAttemptContent } from '@twicewise/contract';
import type { CheckRun, TranscriptAttempt } from '@twicewise/ingest';

type StoredCheck = AttemptContent['checks'][number];
type StoredError = AttemptContent['errors'][number];

/** Our words for the kinds of checks that a transcript shows. Of tests it does not say of which kind they are. */
const KINDS: Readonly<Record<CheckRun['kind'], string>> = {
  tests: 'tests',
  lint: 'lint',
  build: 'compilation',
  commit_hook: 'commit_hook',
  project: 'project_check',
};
const VERDICTS = { passed: 'pass', failed: 'fail', unclear: 'unknown' } as const;

function countsOf({ counts }: CheckRun): StoredCheck['counts'] {
  // Go counts packages unless asked for more; they are no tests.
  if (counts === null || counts.unit !== 'tests') return null;
  const { passed, failed, skipped } = counts;
  const rest = { total: null, lintErrors: null, lintWarnings: null, typeErrors: null, coverage: null };
  return { passed, failed, skipped, ...rest };
}

function checkOf(check: CheckRun): StoredCheck {
  const { kind, command, verdict } = check;
  const unknown = { tool: null, exitCode: null, output: null, errorOutput: null, ms: null };
  return { ...unknown, command, kind: KINDS[kind], verdict: VERDICTS[verdict], counts: countsOf(check) };
}

/** The errors that checks showed, each once. */
function errorsOf(checks: readonly CheckRun[]): StoredError[] {
  const errors = new Map<string, StoredError>();
  for (const { kind, told } of checks) {
    const message = told.join('\n');
    const signature = errorSignature(told);
    if (message === '' || errors.has(signature ?? message)) continue;
    const unknown = { file: null, line: null, column: null, rule: null, severity: null, stackTrace: null };
    errors.set(signature ?? message, { ...unknown, signature, type: KINDS[kind], message });
  }
  return [...errors.values()];
}

function actorOf({ files }: TranscriptAttempt): AttemptContent['actor'] {
  const sum = (name: 'added' | 'removed') => files.reduce((total, file) => total + file[name], 0);
  return {
    actions: files.map(({ path, added, removed }) => ({
      type: 'code_modification',
      description: '',
      filePath: path,
      additions: added,
      deletions: removed,
      diff: null,
      command: null,
      at: null,
    })),
    rationale: null,
    variant: null,
    filesModified: files.map(({ path }) => path),
    totalChanges: { filesChanged: files.length, linesAdded: sum('added'), linesDeleted: sum('removed') },
  };
}

/** The content of an attempt that was found in a transcript. What the transcript does not show is null. */
export function transcriptContent(attempt: TranscriptAttempt): AttemptContent {
  const { checks, edits, repeats, tokens } = attempt;
  return {
    ...blankAttemptContent(),
    schemaVersion: ATTEMPT_CONTENT_VERSION,
    actor: actorOf(attempt),
    checks: checks.map(checkOf),
    errors: errorsOf(checks),
    edits,
    repeats,
    cost: tokens === null ? null : { tokens, ms: null, amount: null, currency: null },
  };
}
