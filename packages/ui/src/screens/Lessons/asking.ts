/**
 * What to have asked for, given what is typed and what was asked for last. Asks at once when nothing is on its way; while
 * an answer is, the question stays, and only what is typed by then is asked for next. So an answer comes as soon as the
 * host can give it, there is one request at a time, and nobody waits for words that were typed over meanwhile.
 */
export function nextQuestion(typed: string, asked: string, answering: boolean): string {
  // An emptied field asks nothing that could take long.
  return answering && typed !== '' ? asked : typed;
}
