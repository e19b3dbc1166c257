import { isAscii, MAX_FORM_LENGTH, runsOf } from './analyzer.ts';
import { EMPTY_HASH, hashWith } from './string-table.ts';
import type { FormsOfRun, Vocabulary } from './vocabulary.ts';

/** ASCII characters of words: 1 for a–z, 2 for the others of a run. */
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/.test(character)) return 1;
  return /[A-Z0-9_-]/.test(character) ? 2 : 0;
});
const OTHER = 2;

function visitAll(forms: FormsOfRun, visit: (form: number) => void): void {
  if (typeof forms === 'number') visit(forms);
  else for (const form of forms) visit(form);
}

/** Visits the forms of a folded text in order; those new to the vocabulary are added. The same runs as `runsOf`. */
export function scanForms(folded: string, vocabulary: Vocabulary, visit: (form: number) => void): void {
  if (!isAscii(folded)) {
    for (const run of runsOf(folded)) visitAll(vocabulary.formsOfRun(run), visit);
    return;
  }
  const end = folded.length;
  for (let at = 0; at < end; ) {
    const start = at;
    let hash = EMPTY_HASH;
    let kinds = 0;
    for (let kind = 0; at < end; at++) {
      const code = folded.charCodeAt(at);
      kind = KINDS[code] as number;
      if (kind === 0) break;
      kinds |= kind;
      hash = hashWith(hash, code);
    }
    if (at === start) at++;
    else if ((kinds & OTHER) === 0 && at - start <= MAX_FORM_LENGTH)
      visit(vocabulary.plainForm(folded, start, at, hash));
    else visitAll(vocabulary.formsOfRun(folded.slice(start, at)), visit);
  }
}
