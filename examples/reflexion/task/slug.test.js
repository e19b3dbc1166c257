import { equal } from 'node:assert';
import { test } from 'node:test';
import { slug } from './slug.js';

test('two words', () => equal(slug('Getting Started'), 'getting-started'));
test('more words', () => equal(slug('How to add a chart'), 'how-to-add-a-chart'));
test('signs', () => equal(slug('What is new? (2026)'), 'what-is-new-2026'));
test('letters with marks', () => equal(slug('Crème brûlée'), 'creme-brulee'));
