import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRODUCT } from '@twicewise/contract';

/** Our own texts, which may mention errors because lessons do. */
const OURS = /(?:<|&lt;)twicewise-memory[\s\S]*?\/twicewise-memory/g;
/** What clients write when one of our hooks or our server fails. */
const COMPLAINT =
  /hook[^\n"]{0,80}\b(?:error|failed|non-blocking|timed out)|"hook_response"[^\n]*"exit_code":[1-9]|twicewise[^\n]{0,40}\b(?:error|failed|disconnected)/i;
/** What their logs write in that case. Log lines are long, but they contain the command that failed or its file. */
const LOGGED = new RegExp(
  `(?:hook|mcp)[^\\n]*${PRODUCT.command}[^\\n]*\\bfailed\\b|error in \\w+ hook[^\\n]*${PRODUCT.command}`,
  'i',
);
/** Maximum length of a complaint that is shown, in UTF-16 units. */
const MAX_SHOWN = 160;

/** The first complaint about a failed hook or server in texts of a client, or null. */
export function complaintIn(texts: readonly string[], pattern = COMPLAINT): string | null {
  const found = texts.map((text) => pattern.exec(text.replaceAll(OURS, ''))?.[0]);
  return found.find((one) => one !== undefined)?.slice(0, MAX_SHOWN) ?? null;
}

/** Like {@link complaintIn}, for the logs in a folder, which need not exist. */
export function complaintInLogs(folder: string): string | null {
  if (!existsSync(folder)) return null;
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return complaintIn(
    files.map(({ name }) => readFileSync(join(folder, name), 'utf8')),
    LOGGED,
  );
}
