/**
 * The next question, given what is typed and the last question. Without a pending answer it is what is typed. While an answer is
 * pending the question stays the same; then what is typed by that time is asked. So there is one request at a time, answers come
 * as fast as the host can give them, and nobody waits for words that were overwritten.
 */
export function nextQuestion(typed: string, asked: string, answering: boolean): string {
  // An empty field is asked at once, because its answer is quick.
  return answering && typed !== '' ? asked : typed;
}
