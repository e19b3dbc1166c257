import { withoutMarks } from './texts.ts';

// Whether a sentence states that something failed. Words that cancel the statement count only in certain places: a condition
// before the verb in the same clause, a manner directly after the verb. Elsewhere in the sentence they say nothing about the
// failure.

/** Words that say that something failed. */
const FAILED =
  /\b(?:failed\b(?! (?:workflow|runs?|prs?|checks?|tests?|jobs?|steps?|attempts?|reviews?|validations?)\b)|fails\b|(?:are|is|was|were|still|checks?|tests?|CI|builds?|[1-9]\d{0,6}(?: \w{1,30})?) failing|(?:multiple|several|many|two|three|has|have|had|got|showe?[ds]|(?<!#)[1-9]\d{0,6}) (?:(?!(?:0|no|for|of|to|in) )\w{1,30} ){0,2}(?:failures|errors)\b|crash(?:es|ed|ing)\b|errored\b|threw\b|timed out\b|hung\b|exit(?:s|ed) (?:with )?(?:code |status )?[1-9]\d{0,2}\b|(?:with|returned|got) exit (?:code |status )?[1-9]\d{0,2}\b|could not\b|couldn't\b|unable to\b|not recogni[sz]ed as\b|command not found|no such file|(?:returned|got|received|gave|with) (?:an? )?(?:HTTP )?(?:status )?[45]\d\d\b|(?:blocked|rejected|refused|denied) (?:the |my |our |its |this )?(?:first )?(?:commit|push|merge|request|connection)\b|(?:push|commit|merge|request|connection|build|permission|access) (?:was |were |is )?(?:blocked|rejected|refused|denied)\b|rate[- ]limited\b|rate limit (?:exceeded|hit|reached)|(?:in|into|on|to|was|is) (?:a )?detached HEAD|hook (?:flagged|blocked|rejected)\b|(?:referenced|used|committed to|pushed to) the wrong\b|did(?: not|n't) (?:work|run|start|trigger|load|parse|include)\b|failure alert|fail(?:ed|ing|ure)? with\b)/gi;
/**
 * An error name with a message, and a state that is complete by itself: "Lint: FAIL". Capitals tell these from ordinary words.
 */
const NAMED = /\b[A-Z]\w{1,60}(?:Error|Exception)(?=:)|:\s(?:❌\s?)?\[?(?:CRITICAL_FAIL|FAIL(?:ED|URE|ING)?)\b/g;
/** Before it in the clause: the failure is only possible, was wanted, or did not happen. */
const CONDITION =
  /\b(?:if|when(?:ever)?|would|should|may|might|must|will|unless|until|can|ensur\w*|prevent\w*|avoid\w*|handl(?:e|es|ed|ing)|expected|in case|almost|nearly|no|not|never|nothing|none|neither|zero|without|simulat\w*|mock\w*|deliberate\w*|intentional\w*|example|e\.g\.|verif(?:y|ies|ied) (?:that|it|the)|tests? that|TDD|historical\w*|claim\w*|any|false positives?|objective|goal)\b/i;
/** Directly before it: the failure is part of a name, or only gives the time of something else. */
const NAMING =
  /\b(?:a|an|the|each|every|0|of|for|during|with|on|re-?run|re-?ran|retr(?:y|ied)|exact|that|which|what|why|how|where|who|(?:after|before|once)(?: \w{1,30}){0,2})\s$/i;
/** Directly after it: how something is meant to fail, or how often it does. */
const MANNER =
  /^\s(?:-?(?:fast|safe|closed|open|over)|validation|explicitly|loudly|gracefully|silently|as (?:expected|intended|designed|required|planned)|against the (?:old|unfixed|original|previous)\b)/i;
/** Signs of a question, a table of codes, a rate, somebody else's news, or the subject of a commit. */
const NO_NEWS =
  /\?$|→|^\W*(?:if|unless|whenever|in case)\b|\b\d\s?=\s?\w|\b(?:pre-?existing|prior sessions?|previous sessions?|rate(?! limit|-limit)|now (?:\w{1,30} )?fails|no longer fail\w*|exit codes|red-green|not a real failure)\b|\d%? (?:\w{1,30} )?reduction\b|^(?:[0-9a-f]{7,12} )?[a-z]{2,10}\([\w/.-]{1,40}\)!?:/i;
/** Work on a failure, and wishes or plans. "Update failed" begins with a thing instead. */
const WORK =
  /^\W*(?:(?:objective|goal|task|scope|expected|apply|prevention|mitigation|solution|recommendation)s?:|(?:fix(?:es|ed)?|add(?:s|ed)?|implement\w*|document\w*|creat\w*|updat\w*|writ\w*|wrote|test(?:s|ed)?|verif\w*|check(?:s|ed)?|resolv\w*|handl\w*|removed?|return(?:s|ed)?|rais\w*|throw|exits? [02]|review(?:s|ed|ing)?\b|investigat\w*|debug\w*|analy[sz]\w*|identif\w*|improv\w*|support\w*|extract\w*|categoriz\w*|require\w*|use[ds]?|re-?run|monitor|track\w*|read|ensure\w*|blocks? )(?!\w{0,3}(?<!ed)\s(?:failed|fails|timed out|crash\w{0,3}|could not|did not|was|were)\b))/i;
/**
 * Before "fails" or directly after it, these words describe how things behave. "Failed" reports an event, whatever the condition.
 */
const IF = /\b(?:if|when(?:ever)?|unless)\b/i;
/** Minimum number of words of a sentence that states an error in words. A state after a name needs none. */
const MIN_WORDS = 4;

/** The text before a position in the same clause. */
function clauseBefore(text: string, at: number): string {
  return (
    text
      .slice(Math.max(0, at - 200), at)
      .split(/[,;:()]|\s[–—-]\s|\s(?:but|and)\s/i)
      .at(-1) ?? ''
  );
}

/** True for a sentence that states a failure. */
export function statesError(sentence: string): boolean {
  const whole = withoutMarks(sentence.replace(/^[-*] /, ''));
  // Quoted text is what something printed or is called, not what the log states.
  const text = whole.replace(/\s?"[^"\n]{0,400}"/g, '');
  if (NO_NEWS.test(text) || WORK.test(text)) return false;
  if (text.search(NAMED) >= 0) return true;
  if (whole.split(/\s+/).length < MIN_WORDS) return false;
  return [...text.matchAll(FAILED)].some(({ 0: said, index }) => {
    // Requirement levels are names: "3 MUST requirements failed".
    const before = clauseBefore(text, index).replace(/\b(?:MUST|SHOULD|MAY)\b/g, '');
    const isName = /^fail/i.test(said) && NAMING.test(before);
    const isRule = /^fails$/i.test(said) && (IF.test(text.slice(0, index)) || IF.test(text.slice(index, index + 12)));
    return !isName && !isRule && !CONDITION.test(before) && !MANNER.test(text.slice(index + said.length));
  });
}
