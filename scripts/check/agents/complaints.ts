import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRODUCT } from '@twicewise/contract';

/** Our own texts, in which lessons speak of errors. */
const OURS = /(?:<|&lt;)twicewise-memory[\s\S]*?\/twicewise-memory/g;
/** What clients say when a hook or a server of ours fails. */
const COMPLAINT =
  /hook[^\n"]{0,80}\b(?:error|failed|non-blocking|timed out)|"hook_response"[^\n]*"exit_code":[1-9]|twicewise[^\n]{0,40}\b(?:error|failed|disconnected)/i;
/** What a log says of the same, whose lines are long but name the failing command or the file that holds it. */
const LOGGED = new RegExp(
  `(?:hook|mcp)[^\\n]*${PRODUCT.command}[^\\n]*\\bfailed\\b|error in \\w+ hook[^\\n]*${PRODUCT.command}`,
  'i',
);
/** Most of a complaint that is shown, in UTF-16 units. */
const MAX_SHOWN = 160;

/** What texts of a client say of a hook or a server that failed, or null. */
export function complaintIn(texts: readonly string[], pattern = COMPLAINT): string | null {
  const found = texts.map((text) => pattern.exec(text.replaceAll(OURS, ''))?.[0]);
  return found.find((one) => one !== undefined)?.slice(0, MAX_SHOWN) ?? null;
}

/** The same for the logs in a folder, which need not be there. */
export function complaintInLogs(folder: string): string | null {
  if (!existsSync(folder)) return null;
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return complaintIn(
    files.map(({ name }) => readFileSync(join(folder, name), 'utf8')),
    LOGGED,
  );
}
