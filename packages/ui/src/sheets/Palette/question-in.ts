/** How questions about causes begin, and which one that is. */
const BEGINNINGS = [
  ['whatif', /^what if\s+/i],
  [
    'why',
    /^(?:why|how come|what (?:led|leads) to|what caused)(?:\s+(?:is|are|was|were|do|does|did|has|have|had))?\s+/i,
  ],
] as const;

/** The question that words put about causes, and what it is about; null where they put none. */
export function questionIn(typed: string): { ask: 'why' | 'whatif'; about: string } | null {
  const text = typed.trim();
  for (const [ask, beginning] of BEGINNINGS) {
    const about = text.replace(beginning, '').replace(/\s*\?+$/, '');
    if (beginning.test(text) && about !== '') return { ask, about };
  }
  return null;
}
