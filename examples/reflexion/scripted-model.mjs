/** What a scripted model answers, one version of the function after the other. */
const VERSIONS = [
  `export const slug = (title) => title.toLowerCase().replaceAll(' ', '-');`,
  `export const slug = (title) => title.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');`,
  `export const slug = (title) =>
  title.normalize('NFD').replace(/\\p{M}/gu, '').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');`,
];
const REFLECTIONS = [
  [
    'I replaced blanks and left all other signs where they were.',
    'Only blanks are replaced',
    'Replace each run of signs',
  ],
  ['I took letters with marks for signs.', 'Letters with marks are not a to z', 'Take the marks off first (NFD)'],
].map(([reflection, rootCause, step]) => ({ reflection, rootCause, category: 'logic_error', nextSteps: [step] }));

/**
 * A model that plays its part in this example, and asks nobody.
 * @returns {import('@twicewise/agent').Model}
 */
export function scripted() {
  let [acted, reflected] = [0, 0];
  return async (messages) => {
    const isReflecting = messages[0]?.text.startsWith('You look back');
    const text = isReflecting ? JSON.stringify(REFLECTIONS[reflected++ % 2]) : (VERSIONS[acted++ % 3] ?? '');
    return { text, calls: [], inputTokens: null, outputTokens: null };
  };
}
