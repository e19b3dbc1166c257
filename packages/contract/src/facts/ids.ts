/** Prefix of each kind of id; the rest is a ULID (26 characters of Crockford base 32, sortable by creation). */
export const ID_PREFIX = {
  reflection: 'refl',
  project: 'proj',
  session: 'sess',
  source: 'src',
  operation: 'op',
  job: 'job',
  exposure: 'expo',
  feedback: 'fdbk',
  view: 'view',
  episode: 'epis',
  claim: 'clm',
  attempt: 'atmp',
  turn: 'turn',
  turnSummary: 'tsum',
} as const;
/** Kinds of things that have an id. */
export type IdKind = keyof typeof ID_PREFIX;

/** Form of an id of each kind. */
export const ID_PATTERNS = Object.fromEntries(
  Object.entries(ID_PREFIX).map(([kind, prefix]) => [kind, new RegExp(`^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`)]),
) as Record<IdKind, RegExp>;

/** True for a string that has the form of our own id of that kind. */
export function isId(kind: IdKind, value: string): boolean {
  return ID_PATTERNS[kind].test(value);
}

/** True for a string that has the form of our own id of any kind. */
export function hasIdForm(value: string): boolean {
  return Object.values(ID_PATTERNS).some((pattern) => pattern.test(value));
}
