import { setImmediate as nextTurn } from 'node:timers/promises';
import { shorten } from '@twicewise/contract';
import { askedTerms, termsOf } from '@twicewise/search';
import { chunksOf } from '@twicewise/store';
import { type CountTokens, MAX_CHARACTERS_PER_TOKEN } from '../agent-text/tokens.ts';

/** Stands between two passages that do not follow each other. */
const GAP = '[…]';
/** Usual length of a passage in UTF-16 units. */
const PASSAGE = 600;
/** Chunks whose words are read before other requests get a turn: about 2 ms. */
const PER_TURN = 4;
/** Passages are looked at only in this many chunks, those with the most of the words. */
const MAX_LOOKED = 12;

interface Passage {
  /** Its place in the text. */
  at: number;
  text: string;
  worth: number;
}

/** A piece of a line that is longer than a passage: it ends between words where there are any. */
const PIECE = new RegExp(`[\\s\\S]{1,${PASSAGE}}(?=[\\s,;]|$)|[\\s\\S]{1,${PASSAGE}}`, 'gu');

/** The lines of a text; of a line that is longer than a passage, its pieces. */
const piecesOf = (text: string) =>
  text.split(/(?<=\n)/).flatMap((line) => (line.length <= PASSAGE ? [line] : (line.match(PIECE) ?? [])));

/** Lines of a text, or pieces of them, put together to passages. */
function passagesOf(text: string, from: number): Omit<Passage, 'worth'>[] {
  const passages: Omit<Passage, 'worth'>[] = [];
  let at = from;
  let waiting = '';
  const flush = () => {
    if (waiting.trim() !== '') passages.push({ at: at - waiting.length, text: waiting });
    waiting = '';
  };
  for (const line of piecesOf(text)) {
    if (waiting.length + line.length > PASSAGE) flush();
    waiting += line;
    at += line.length;
  }
  flush();
  return passages;
}

/** How much of the words a text has; a rare one, and one that is asked for first, counts more than others. */
function worthOf(text: string, weights: ReadonlyMap<string, number>): number {
  return termsOf(text).reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
}

/** Weights of the words that a text has: the rarer in its chunks the larger. */
function weightsOf(chunks: readonly ReadonlySet<string>[], words: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { term, synonyms } of askedTerms(words)) {
    for (const word of [term, ...synonyms]) {
      const having = chunks.filter((chunk) => chunk.has(word)).length;
      if (having > 0) weights.set(word, Math.log(1 + chunks.length / having) * (word === term ? 1 : 0.7));
    }
  }
  return weights;
}

/** The beginning and the end of a text, where no words say what matters in it. */
function endsOf(text: string, share: number, count: CountTokens): string {
  const room = Math.floor((share * 3) / 2);
  for (let length = room; length > 20; length = Math.floor(length * 0.7)) {
    const cut = `${shorten(text, length)}\n${GAP}\n${text.slice(-length).toWellFormed()}`;
    if (count(cut) <= share) return cut;
  }
  return '';
}

/**
 * The passages of a text that fit some words best, in the order of the text, in at most `share` tokens; its beginning and end where
 * none of the words is in it.
 */
export async function passagesWithin(text: string, words: string, share: number, count: CountTokens): Promise<string> {
  const chunks = chunksOf(text);
  const terms: Set<string>[] = [];
  for (const chunk of chunks) {
    if (terms.push(new Set(termsOf(chunk))) % PER_TURN === 0) await nextTurn();
  }
  const weights = weightsOf(terms, words);
  if (weights.size === 0) return endsOf(text, share, count);
  let start = 0;
  const looked = chunks
    .map((chunk, at) => {
      const from = start;
      start += chunk.length;
      const worth = [...weights].reduce((sum, [word, weight]) => sum + (terms[at]?.has(word) ? weight : 0), 0);
      return { chunk, from, worth };
    })
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth || a.from - b.from)
    .slice(0, MAX_LOOKED);
  const passages = looked
    .flatMap(({ chunk, from }) => passagesOf(chunk, from))
    .map((one) => ({ ...one, worth: worthOf(one.text, weights) }))
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth || a.at - b.at);
  return joined(chosen(passages, share, count)) || endsOf(text, share, count);
}

/** The best passages for which there is room. */
function chosen(passages: readonly Passage[], share: number, count: CountTokens): Passage[] {
  const taken: Passage[] = [];
  let left = share;
  for (const passage of passages) {
    if (passage.text.length > left * MAX_CHARACTERS_PER_TOKEN) continue;
    const tokens = count(`${passage.text}\n${GAP}\n`);
    if (tokens > left) continue;
    taken.push(passage);
    left -= tokens;
  }
  return taken.sort((a, b) => a.at - b.at);
}

function joined(passages: readonly Passage[]): string {
  let end = 0;
  let text = '';
  for (const one of passages) {
    if (text !== '' && one.at !== end) text += `${text.endsWith('\n') ? '' : '\n'}${GAP}\n`;
    text += one.text;
    end = one.at + one.text.length;
  }
  return text;
}
