/** Words that agree or say to go on, with the maximum number of words of a request that begins with them. */
const GOES_ON =
  /^(?:y|yes|yep|yeah|ok|okay|sure|please|thanks|thank you|continue|proceed|resume|retry|try again|go on|go ahead|carry on|keep going|do it|do that|do so|try it|try that|sounds good|looks good|lgtm|(?:re)?run (?:the )?(?:tests?|checks?|lint|build|it)|(?:re)?test it)\b/;
const MAX_GOES_ON = 6;
/** Words that may as well begin a request of its own, so that only little may follow them. */
const PERHAPS =
  /^(?:no|nope|go|right|correct|exactly|agreed|great|perfect|nice|cool|good|fine|done|next|again|commit|push|merge)\b/;
const MAX_PERHAPS = 3;
/** Words before those above that change nothing. */
const OPENING = /^(?:(?:and|then|now|so|ah|oh|well|great|perfect|nice|cool) )+(?=\S)/;

/**
 * True for words that go on with the task before, such as "yes, please" or "continue": they name no task, and as one they would
 * make attempts of all sessions in which somebody said them attempts at the same task.
 */
export function isFollowUp(request: string): boolean {
  const text = request
    .toLowerCase()
    .replace(/[^\p{L}\p{N}']+/gu, ' ')
    .trim();
  const words = text.split(' ').length;
  const said = text.replace(OPENING, '');
  return (words <= MAX_GOES_ON && GOES_ON.test(said)) || (words <= MAX_PERHAPS && PERHAPS.test(said));
}
