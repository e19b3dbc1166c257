import { fold, isStopWord, runsOf } from './analyzer.ts';

// Words with which people steer an agent. A prompt of only these refers to what was said just before.
const ASSENT = `
yes yep yeah yup y no nope nah ok okay k sure right correct exactly agreed fine good great nice perfect cool awesome excellent lgtm wow
thanks thank thx cheers please pls hi hello hey sorry oops hmm hm well alright understood got
go going ahead continue proceed resume keep on carry wait pause stop cancel done ready finish finished
do does did doing try retry repeat redo undo again looks looking let lets want need like know mean means think
next step steps option number first last second previous same other one two three 1 2 3 4 5 6 7 8 9 now later then back
it this that these those thing things everything all something anything nothing way part stuff rest
ja nein weiter mach bitte danke nochmal gut genau super oui non merci encore si gracias sigue vale
はい いいえ 続けて お願いします ありがとう 好 是 不 继续 谢谢
`;

// Words for the current work, whatever it is. Every session has them, so they do not distinguish sessions.
const AT_HAND = `
make start begin run rerun revert commit push pull merge save apply accept approve reject confirm skip check verify test tests fix look
see show open read explain tell say describe summarize summarise summary help use change changes changed update updated add remove
code file files function functions line lines method class task job work works working worked result results output error errors
clean up down here what how why which when where who
`;

const setOf = (words: string) => new Set(words.split(/\s/).filter((word) => word !== ''));
const ASSENT_WORDS = setOf(ASSENT);
const AT_HAND_WORDS = setOf(AT_HAND);

/** Maximum number of words of small talk; a longer text has content. */
const MAX_WORDS = 12;

function isOnly(text: string, accepts: (word: string) => boolean): boolean {
  const words = runsOf(fold(text).toLowerCase());
  return words.length <= MAX_WORDS && words.every((word) => isStopWord(word) || accepts(word));
}

/** True for a text that asks nothing: "yes", "try again", "undo that". */
export function asksNothing(text: string): boolean {
  return isOnly(text, (word) => ASSENT_WORDS.has(word));
}

/**
 * True for a text that asks nothing, or only refers to the current work: "commit this", "run the tests". A person who types it
 * does not ask about the past, but an agent that asks with these words may mean a lesson that contains them.
 */
export function namesNothing(text: string): boolean {
  return isOnly(text, (word) => ASSENT_WORDS.has(word) || AT_HAND_WORDS.has(word));
}
