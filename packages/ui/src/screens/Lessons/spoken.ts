import { formsOf } from '../../elements/Marked/runs.ts';

/**
 * The words of a search as they were typed, for the stems that were looked for. A stem is the beginning of its word, but
 * for its last letter at most (`machin`, `happi`); where none is, the stem stands for itself.
 */
export function spokenTerms(stems: readonly string[], typed: string): string[] {
  // Names come whole as well; the shortest that fits is the word itself.
  const forms = formsOf(typed).sort((a, b) => a.length - b.length);
  return stems.map((stem) => {
    const beginning = stem.length > 2 ? stem.slice(0, -1) : stem;
    return forms.find((form) => form.startsWith(stem)) ?? forms.find((form) => form.startsWith(beginning)) ?? stem;
  });
}
