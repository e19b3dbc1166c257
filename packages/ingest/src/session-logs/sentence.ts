/** The parts of a decision that is stated in one sentence. */
export interface SentenceDecision {
  chosen: string;
  rationale: string | null;
  options: string[];
}

/** Beginnings of a sentence that states the choice of a thing. */
const CHOSE = /^(?:(?:we|i) )?(?:chose|selected|picked|opted for|went with|decided on)\s/i;
/** The same with verbs that imply a choice. With other verbs, such as "iterate over rows", it is unclear what was chosen. */
const DECIDED =
  /^(?:(?:we|i) )?decided to (?=(?:use|keep|prefer|adopt|choose|pick|select|favou?r|go with|stay with|stick with|switch to)\s)/i;
const BECAUSE = /\sbecause\s/i;
const ALTERNATIVES = /;\s{0,3}(?:rejected )?alternatives?(?: considered| rejected)?:\s/i;
const OVER = /\s(?:over|instead of|rather than)\s/i;
/** What follows "over" when it is not about a choice: time, numbers, directions. */
const NO_ALTERNATIVE =
  /^(?:time|to|all|every|each|again|here|there|and|or|\d{1,9}|the (?:last|next|past|course|whole|years?|network|wire)|http)\b/i;
/** A way of doing something, such as "copying", is no alternative to a thing. */
const DOING = /^[a-z]{2,30}ing\b/i;
/** A second sentence, which makes it unclear what the reason belongs to. */
const GOES_ON = /[.!?]\s+\S|\n/;
/** Maximum length of a sentence that is split, in UTF-16 units. */
const MAX_SENTENCE = 600;
const MAX_OPTION = 120;

/** The two sides of the only match of an expression; null when it matches never or more than once. */
function parted(text: string, at: RegExp): [string, string] | null {
  const found = at.exec(text);
  if (!found) return null;
  const [before, after] = [text.slice(0, found.index).trim(), text.slice(found.index + found[0].length).trim()];
  return before === '' || after === '' || at.test(` ${after}`) ? null : [before, after];
}

/** The members of `A, B or C`. Null when one is too long to be a name. */
function listed(text: string): string[] | null {
  const members = text.split(/,\s{0,3}(?:and |or )?|\s(?:and|or)\s/i).map((member) => member.trim());
  const isList = members.every((member) => member !== '' && member.length <= MAX_OPTION && !/[;:]/.test(member));
  const first = members[0] ?? '';
  return isList && !NO_ALTERNATIVE.test(first) && !DOING.test(first) ? members : null;
}

/**
 * Splits a decision in one sentence into its parts: `Chose X over Y because Z`, `Chose X because Z; alternatives: A, B`. Null for
 * anything else (R6): the text must be one sentence, begin with a verb of choice, have at most one `because`, and name
 * alternatives or a reason in these words. A decision left whole is better than one split wrongly.
 */
export function takenApart(sentence: string): SentenceDecision | null {
  const text = sentence.trim().replace(/[.!]$/, '');
  const verb = (CHOSE.exec(text) ?? DECIDED.exec(text))?.[0];
  if (verb === undefined || text.length > MAX_SENTENCE || GOES_ON.test(text)) return null;
  const [said, list] = ALTERNATIVES.test(text) ? (parted(text, ALTERNATIVES) ?? [null, '']) : [text, null];
  if (said === null) return null;
  const [choice, rationale] = BECAUSE.test(said) ? (parted(said, BECAUSE) ?? [null, null]) : [said, null];
  if (choice === null) return null;
  const rest = choice.slice(verb.length).trim();
  const [chosen, other] = OVER.test(rest) ? (parted(rest, OVER) ?? [null, null]) : [rest, null];
  if (chosen === null || chosen === '' || (list !== null && other !== null)) return null;
  const options = listed(list ?? other ?? '');
  if ((list ?? other) !== null && options === null) return null;
  const named = (list ?? other) === null ? [] : (options ?? []);
  return rationale === null && named.length === 0 ? null : { chosen, rationale, options: named };
}
