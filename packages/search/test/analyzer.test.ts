import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyzeRun, fold, isStopWord, MAX_FORM_LENGTH, runsOf } from '../src/analyzer.ts';
import { FormScanner } from '../src/form-scanner.ts';
import { porterStem } from '../src/porter.ts';
import { Vocabulary } from '../src/vocabulary.ts';

describe('Porter', () => {
  // The examples in the paper, at least one for each rule.
  const EXAMPLES = `
caresses caress, ponies poni, ties ti, caress caress, cats cat, feed feed, agreed agre, plastered plaster, bled bled,
motoring motor, sing sing, conflated conflat, troubled troubl, sized size, hopping hop, tanned tan, falling fall,
hissing hiss, fizzed fizz, failing fail, filing file, happy happi, sky sky, relational relat, conditional condit,
rational ration, valenci valenc, hesitanci hesit, digitizer digit, conformabli conform, radicalli radic,
differentli differ, vileli vile, analogousli analog, vietnamization vietnam, predication predic, operator oper,
feudalism feudal, decisiveness decis, hopefulness hope, callousness callous, formaliti formal, sensitiviti sensit,
sensibiliti sensibl, triplicate triplic, formative form, formalize formal, electriciti electr, electrical electr,
hopeful hope, goodness good, revival reviv, allowance allow, inference infer, airliner airlin, gyroscopic gyroscop,
adjustable adjust, defensible defens, irritant irrit, replacement replac, adjustment adjust, dependent depend,
adoption adopt, homologou homolog, communism commun, activate activ, angulariti angular, homologous homolog,
effective effect, bowdlerize bowdler, probate probat, rate rate, cease ceas, controll control, roll roll`;
  it.each(EXAMPLES.split(',').map((pair) => pair.trim().split(' ')))('%s → %s', (word, stem) => {
    expect(porterStem(word as string)).toBe(stem);
  });

  it('lets the words of one thing meet', () => {
    expect(new Set(['authenticate', 'authenticated', 'authentication', 'authenticating'].map(porterStem)).size).toBe(1);
    expect(porterStem('timeouts')).toBe(porterStem('timeout'));
  });

  it.each([
    ['releasing to production', 'the product page'],
    ['authorization', 'the authors'],
    ['containers', 'it contains'],
    ['conversations', 'conversions'],
    ['customers', 'custom'],
    ['experiments', 'experience'],
    ['regular expressions', 'express'],
    ['in general', 'generates'],
    ['generic', 'generation'],
    ['identical', 'identity'],
    ['important', 'imports'],
    ['locales', 'local'],
    ['performance', 'performed'],
    ['false positives', 'position'],
    ['priorities', 'prior'],
    ['providers', 'provided'],
    ['international', 'internal'],
    ['responsible', 'response'],
    ['responsive', 'responses'],
  ])('keeps words apart that only begin alike: %s, %s', (one, other) => {
    const stems = (text: string) => text.split(' ').map(porterStem);
    expect(stems(one).filter((stem) => stems(other).includes(stem))).toEqual([]);
  });

  it.each([
    ['authorize authorized authorizing authorization'],
    ['priority priorities prioritize'],
    ['responsible responsibility'],
    ['general generally'],
    ['important importance'],
    ['international internationally'],
    ['provider providers'],
  ])('lets the forms of a word that is kept apart meet: %s', (words) => {
    expect(new Set(words.split(' ').map(porterStem)).size).toBe(1);
  });

  it('leaves alone what is not three to forty letters a–z', () => {
    for (const word of ['as', 'utf8s', 'naïves', 'быстрее', `${'a'.repeat(40)}s`]) expect(porterStem(word)).toBe(word);
  });

  it('never makes a word longer and never empty', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,40}$/), (word) => {
        const stem = porterStem(word);
        expect(stem.length).toBeGreaterThan(0);
        expect(stem.length).toBeLessThanOrEqual(word.length);
      }),
    );
  });
});

describe('analysis', () => {
  it('folds accents, widths and ligatures, and keeps case', () => {
    expect(fold('Ｆｉａｎｃéｅ ﬁle Å')).toBe('Fiancee file A');
  });

  it.each([
    ['getUserToken', 'getusertoken', ['get', 'user', 'token']],
    ['HTTPServer', 'httpserver', ['http', 'server']],
    ['snake_case_name', 'snakecasename', ['snake', 'case', 'name']],
    ['MAX_RETRIES', 'maxretries', ['max', 'retries']],
    ['state-of-the-art', 'stateoftheart', ['state', 'of', 'the', 'art']],
    ['utf8', 'utf8', ['utf', '8']],
    ['v2', 'v2', ['2']],
    ['word', 'word', []],
    ['Word', 'word', []],
    ['__', '', []],
    ['--', '', []],
    ['a1b2c3d4e5f6', 'a1b2c3d4e5f6', []],
    ['ÜberGröße', 'übergröße', ['über', 'größe']],
  ])('takes %s apart and keeps it joined', (run, joined, parts) => {
    verifies('E-08');
    expect(analyzeRun(run)).toEqual({ joined, parts });
  });

  it('cuts scripts without spaces into pairs', () => {
    expect(analyzeRun('認証失敗').parts).toEqual(['認証', '証失', '失敗']);
    expect(analyzeRun('認').parts).toEqual(['認']);
  });

  it('bounds what one run becomes', () => {
    const { joined, parts } = analyzeRun('aB'.repeat(100_000));
    expect(joined.length).toBe(MAX_FORM_LENGTH);
    expect(parts).toEqual([]);
  });

  it('knows words without meaning', () => {
    expect(['the', 'with', 'not'].every(isStopWord)).toBe(true);
    expect(['fail', 'error', 'token', 'test'].some(isStopWord)).toBe(false);
  });

  it('reads a text the same with and without the quick way for ASCII', () => {
    const characters = fc.constantFrom(...'abzABZ019_- .,\n/@[`{', 'word', 'Word', 'WORD', 'é');
    fc.assert(
      fc.property(fc.string({ unit: characters, maxLength: 200 }), (text) => {
        const vocabulary = new Vocabulary();
        const scanned: string[] = [];
        new FormScanner(vocabulary).scan(text, (form) => scanned.push(vocabulary.formText(form)));
        const expected = runsOf(fold(text)).flatMap((run) => {
          const { joined, parts } = analyzeRun(run);
          return joined === '' ? parts : [joined, ...parts];
        });
        expect(scanned).toEqual(expected);
      }),
    );
  });
});
