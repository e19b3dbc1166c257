import { fold, isStopWord, runsOf } from './analyzer.ts';

// Words with which people steer an agent, and words for whatever is at hand. A prompt of nothing else asks nothing that a
// memory could know: it means what was said just before.
const WORDS = `
yes yep yeah yup y no nope nah ok okay k sure right correct exactly agreed fine good great nice perfect cool awesome excellent lgtm wow
thanks thank thx cheers please pls hi hello hey sorry oops hmm hm well alright understood got
go going ahead continue proceed resume keep on carry start begin stop wait pause cancel abort quit done ready finish finished
do does did doing make try retry repeat redo undo revert rollback run rerun again commit push pull merge rebase amend save apply accept
approve approved reject confirm skip ignore clean format lint build deploy ship release check verify test tests fix look looks looking see show open
read explain tell say describe summarize summarise summary help think use change changes changed update updated add remove delete
next step steps option number 1 2 3 4 5 6 7 8 9 first last second previous same other one two three more less now later then back up down here
it this that these those thing things everything all something anything nothing way part stuff rest
code file files function functions line lines method class task job work works working worked result results output error
how what why which when where who whats lets let want need like know mean means
ja nein weiter mach bitte danke nochmal gut fertig genau super
oui non merci continuer encore bien
si gracias sigue vale bien otra vez
はい いいえ 続けて お願いします ありがとう 好 是 不 继续 谢谢
`;

const SMALL_TALK: ReadonlySet<string> = new Set(WORDS.split(/\s/).filter((word) => word !== ''));

/** Longest text that can be small talk, in words: who writes more has something to say. */
const MAX_WORDS = 12;

/** True for a text that asks nothing: "yes", "try again", "commit this". One word that names something is enough to ask. */
export function asksNothing(text: string): boolean {
  const words = runsOf(fold(text).toLowerCase());
  return words.length <= MAX_WORDS && words.every((word) => isStopWord(word) || SMALL_TALK.has(word));
}
