import { patternRule, type SecretRange, type SecretRule } from './finding.ts';

/** The kind of a home folder, which becomes `~`. */
export const HOME_PATH = 'home_path';
const EMAIL = 'email';

/** Whether a kind is personal data, which is not a secret. */
export const isPersonal = (kind: string) => kind === HOME_PATH || kind === EMAIL;

/** Folder names under `/home` or `/Users` that are not a person's. */
const SHARED = new Set(['shared', 'public', 'default']);

const HOME =
  /(?<![\w.~%-])(?:\/home|(?:\/mnt\/[a-z]|\/[a-z])?\/Users|[A-Za-z]:(?:\\{1,2}|\/)Users)(?:\\{1,2}|\/)(?!All Users)([\p{L}\p{N}_][\p{L}\p{N}_.-]{0,63})(?=[\\/]|$|[\s"'`:;,)\]}>])/gu;

/** Home folders with a person's name in them: `/home/NAME`, `/Users/NAME`, `C:\Users\NAME`. They become `~`. */
export const homePaths: SecretRule = {
  marks: ['/home/', 'Users'],
  find(text) {
    const found: SecretRange[] = [];
    for (const match of text.matchAll(HOME)) {
      const name = String(match[1]);
      // A number is a record of some interface (`/Users/42`), not a person's folder.
      if (SHARED.has(name.toLowerCase()) || /^\d+$/.test(name)) continue;
      found.push({ kind: HOME_PATH, start: match.index, end: match.index + match[0].length });
    }
    return found;
  },
};

/** Mail addresses, no-reply ones included (they carry account names). Not `git@host:path`. */
export const emails: SecretRule = patternRule(
  EMAIL,
  ['@'],
  /(?<![A-Za-z0-9._%+/:=-])(?!git@)[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,6}[A-Za-z]{2,24}(?![A-Za-z0-9_/-])/g,
);
