import type { ParsedQuery, QueryWord } from './query.ts';
import { rarityBeside } from './scoring.ts';
import { SECTION_BREAK, type Vocabulary } from './vocabulary.ts';

/** Maximum number of terms that represent a lesson in the search for similar ones. */
const MAX_TERMS = 24;
/** How much an occurrence in the title counts, because the title says what a lesson is about. */
const TITLE_COUNT = 3;

interface Counted {
  form: number;
  count: number;
}

/** The terms of a lesson with their counts; an occurrence in the title counts three times. */
function countTerms(forms: Uint32Array, vocabulary: Vocabulary): Map<number, Counted> {
  const counted = new Map<number, Counted>();
  let step = TITLE_COUNT;
  for (const form of forms) {
    if (form === SECTION_BREAK) {
      step = 1;
      continue;
    }
    const term = vocabulary.termOfForm(form);
    const known = counted.get(term);
    if (known) known.count += step;
    else counted.set(term, { form, count: step });
  }
  return counted;
}

/**
 * Turns a lesson into a query of those of its terms that are rare and frequent in it. A term that no other lesson has is left
 * out, because it finds nothing.
 */
export function characteristicTerms(forms: Uint32Array, vocabulary: Vocabulary): ParsedQuery {
  const shared = [...countTerms(forms, vocabulary)].filter(([term]) => vocabulary.frequency(term) > 1);
  const rarity = rarityBeside(shared.map(([term]) => vocabulary.frequency(term)));
  const valued = shared.map(([term, { form, count }]) => {
    return { term, form, count, value: (count / (count + 1)) * rarity(vocabulary.frequency(term)) };
  });
  const chosen = valued
    .sort((a, b) => b.value - a.value || (vocabulary.termText(a.term) < vocabulary.termText(b.term) ? -1 : 1))
    .slice(0, MAX_TERMS);
  const words = chosen.map(({ term, form, count }): QueryWord => {
    const alternatives = [{ term, weight: 1, via: 'exact' as const }];
    return { text: vocabulary.formText(form), stem: vocabulary.termText(term), count, alternatives };
  });
  return { words, pairs: [], cut: false, unknown: [] };
}
