import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type { SecretRange } from './finding.ts';
import { hasTokenRun } from './gate.ts';

type Rule = (typeof rules)[number];
type RuleContext = Parameters<Rule['create']>[0];
type Source = Parameters<NonNullable<ReturnType<Rule['create']>['file']>>[0];

/**
 * Rules that must not run here. `filter-comments` lets a comment in the text switch detection off, and others write the text that
 * we redact; it also reads positions in lines, which a text here does not have, and compares each name with each. `basicauth` and
 * `database-connection-string` report whole addresses, where our own rules replace only the password; `github` needs 100 ms for
 * 64 KB of `ghs_1_`, and our rules find the same tokens.
 */
const LEFT_OUT = new Set(['filter_comments', 'basicauth', 'database_connection_string', 'github']);

/** `@secretlint/secretlint-rule-hashicorp-vault` → `hashicorp_vault`. */
function kindOf(ruleId: string): string {
  return ruleId.replace('@secretlint/secretlint-rule-', '').replaceAll('-', '_');
}

interface Scanner {
  scan(source: Source, found: SecretRange[]): void;
}

/**
 * Runs the rules of the preset directly instead of through `lintSource` of `@secretlint/core`. That function is asynchronous
 * although every text rule is synchronous, and its profiler keeps 93 performance marks (20 KB) per call for ever: 390 MB after
 * 20,000 calls, while a host runs for weeks.
 */
function createScanner(rule: Rule): Scanner {
  let sink: SecretRange[];
  const kind = kindOf(rule.meta.id);
  const context: RuleContext = {
    sharedOptions: {},
    // Messages contain the secret and are never read here.
    createTranslator: () => (messageId) => ({ message: String(messageId), messageId: String(messageId), data: {} }),
    ignore: () => undefined,
    report: ({ range: [start, end] }) => sink.push({ kind, start, end }),
  };
  const handler = rule.create(context, {});
  return {
    scan(source, found) {
      sink = found;
      handler.file?.(source);
    },
  };
}

const scanners = rules.filter((rule) => !LEFT_OUT.has(kindOf(rule.meta.id))).map(createScanner);

/** Secrets that the library's preset finds. */
export function findByLibrary(text: string): SecretRange[] {
  if (!hasTokenRun(text)) return [];
  const found: SecretRange[] = [];
  // The rules that run read only these fields; positions in lines are not needed. Without the ending of a file, `gcp` reads none.
  const source = {
    content: text,
    hasBOM: false,
    filePath: undefined,
    ext: '',
    contentType: 'text',
  } as unknown as Source;
  for (const scanner of scanners) scanner.scan(source, found);
  return found;
}
