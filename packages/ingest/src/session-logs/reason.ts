import { withoutBold, withoutMarks } from './texts.ts';

// Finds the reason that stands beside a choice on one line, as in lists of decisions: "**Choice**: why", "Choice - why", "Choice
// (why)", "Choice, because why". A text is never taken as the reason if the choice would say less without it.

/** A choice with the reason from its line. */
export interface Reasoned {
  chosen: string;
  rationale: string;
  options: string[];
}

/** Beginnings of a choice that is complete without what follows: verbs, and a choice of one thing over another. */
const CHOICE =
  /^(?:use|keep|prefer|adopt|choose|pick|select|skip|add|remove|move|make|avoid|treat|require|allow|defer|reject|accept|split|merge|store|write|run|drop|rename|preserve|maintain|implement|create|return|include|exclude|apply|align|reuse|extend|replace|delete|ignore|limit|standardi[sz]e|proceed|no|not|do not|don't|never|always|\p{L}{3,20}ed|\p{L}{3,20}ing)\s\S|\s(?:over|instead of|rather than)\s/iu;
/** Names of the topic that was decided; the choice follows it. */
const TOPIC =
  /^(?:\S+|.{0,60}\b(?:format|points?|requirements?|verdict|issue|route|approach|strategy|scope|status|location|naming|type|version|storage|placement|structure|target|model|level|name|path|mode|policy|threshold|size|order|priority|language|tool|framework|library|decision|question))$/i;
const SAYS_WHY =
  /(?:,\s|\s)(?=(?:because|since|so that|in order to|due to|as (?:it|this|that|they)|to (?:maintain|keep|avoid|prevent|ensure|reduce|preserve|allow|support|minimi[sz]e|simplify|match|enable|stay|make))\b)/i;
const LED = /^\*\*([^*\n]{2,200}?)\s?(?::\*\*|\*\*\s?[:–—-])\s{0,2}(\S[\s\S]{2,})$/;
const PARTED = /^([^:\n]{4,160}?)(?::\s|\s[–—-]{1,2}\s)(\S[\s\S]{2,})$/;
const IN_BRACKETS = /^([\s\S]{8,600}?)\s\(([^()\n]{6,300})\)[.]?$/;
const OVER = /^(.{2,200}?)\s(?:over|instead of|rather than)\s(.{2,120})$/i;
/** Brackets with a place, a number or an example instead of a reason. */
const NO_REASON =
  /^(?:see|e\.g\.|i\.e\.|line|lines|l?\d|#|step|phase|section|option|adr|pr|issue|commit|via|default)\b|^[\w./-]+$/i;

const words = (text: string) => text.split(/\s+/).length;

/** The options of a text such as "X over Y". */
function optionsOf(chosen: string): string[] {
  const found = OVER.exec(chosen);
  return found ? [found[1] as string, found[2] as string] : [];
}

/** The reason in a text without a label: in brackets at its end, or after a word such as "because". */
function reasonIn(text: string): string | null {
  const bracket = IN_BRACKETS.exec(text)?.[2];
  if (bracket !== undefined && words(bracket) > 1 && /\p{L}{4}/u.test(bracket) && !NO_REASON.test(bracket))
    return bracket;
  const at = SAYS_WHY.exec(text)?.index;
  return at === undefined || at < 8 ? null : text.slice(at).replace(/^[,\s]+/, '');
}

/** Splits a Markdown line into a decision and its reason. Null when the line has no reason. */
export function reasoned(line: string): Reasoned | null {
  // Text below an item describes it further and is not its reason.
  if (line.length > 2000 || line.includes('\n')) return null;
  const whole = withoutBold(line).trim();
  const led = LED.exec(line.trim()) ?? PARTED.exec(line.trim());
  const lead = led ? withoutMarks(led[1] as string) : '';
  const rest = led ? withoutBold(led[2] as string).trim() : '';
  if (led && !TOPIC.test(lead) && words(lead) > 1 && words(rest) > 1) {
    const isChoice = CHOICE.test(lead);
    const isBold = line.trim().startsWith('**');
    if (isChoice || isBold) return { chosen: isChoice ? lead : whole, rationale: rest, options: optionsOf(lead) };
  }
  const rationale = reasonIn(whole);
  return rationale === null ? null : { chosen: whole, rationale, options: [] };
}
