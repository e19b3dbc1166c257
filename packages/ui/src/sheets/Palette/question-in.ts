/** How questions about causes begin, and which one that is. */
const BEGINNINGS = [
  ['whatif', /^what if\s+/i],
  [
    'why',
    /^(?:why|how come|what (?:led|leads) to|what caused)(?:\s+(?:is|are|was|were|do|does|did|has|have|had))?\s+/i,
  ],
] as const;

/** A question without its marks at the end. */
function withoutMarks(text: string): string {
  let end = text.length;
  while (text[end - 1] === '?') end--;
  return text.slice(0, end).trimEnd();
}

/** The question that words put about causes, and what it is about; null where they put none. */
export function questionIn(typed: string): { ask: 'why' | 'whatif'; about: string } | null {
  const text = typed.trim();
  for (const [ask, beginning] of BEGINNINGS) {
    const about = withoutMarks(text.replace(beginning, ''));
    if (beginning.test(text) && about !== '') return { ask, about };
  }
  return null;
}
