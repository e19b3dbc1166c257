import { formsOf } from '../../elements/Marked/runs.ts';

/**
 * The typed words for the stems that were searched for. A stem is the beginning of its word, except for its last letter at most
 * (`machin`, `happi`). A stem without such a word is returned unchanged.
 */
export function spokenTerms(stems: readonly string[], typed: string): string[] {
  // Whole names are included, so the shortest match is the word itself.
  const forms = formsOf(typed).sort((a, b) => a.length - b.length);
  return stems.map((stem) => {
    const beginning = stem.length > 2 ? stem.slice(0, -1) : stem;
    return forms.find((form) => form.startsWith(stem)) ?? forms.find((form) => form.startsWith(beginning)) ?? stem;
  });
}
