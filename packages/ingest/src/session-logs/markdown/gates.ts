import { commitId } from '../commits.ts';
import type { LogDraft } from '../draft.ts';
import { type Gate, gateOf } from '../gates.ts';
import type { InParts } from '../parts.ts';
import { addCommit, takeCommits, takeResults } from '../prose.ts';
import { sameText, withoutMarks } from '../texts.ts';
import type { Section, SectionBlock } from './sections.ts';

const AT_END =
  /\b(?:session end|end of session|end|closing|close|completion|checklist|exit criteria|acceptance criteria|definition of done|success criteria|session protocol)\b/i;
const AT_START =
  /\b(?:start|begin\w*|initiali[sz]ation|before work|context retrieval|blocked until|inventory|skill validation|phase \d)\b/i;
/** Titles that only sections about the end have, whatever phase they are in. */
const SURELY_END =
  /\b(?:session end|end of session|completion|(?:exit|acceptance|success) criteria|definition of done)\b/i;

/** True for a section about the end of the session: by its own title, else by the titles above it. */
function isEnd({ title, above }: Section): boolean {
  if (AT_END.test(title) && !AT_START.test(title)) return true;
  if (SURELY_END.test(title) && !AT_START.test(title.replace(/\bphase \d[\d.]{0,6}/i, ''))) return true;
  const titles = [title, ...above.slice(1)];
  return titles.some((name) => AT_END.test(name)) && !titles.some((name) => AT_START.test(name));
}

/** The name of a gate, from text such as "Commit all changes", "All tests passing" or "QA report". */
function nameOf(text: string): string {
  const name = withoutMarks(text).slice(0, 200);
  // Routing work to somebody is paperwork, and so is a commit of nothing but the log.
  const isCommit =
    /\bcommit(?:s|ted)?\b/i.test(name) && !/commit (?:message|limit|sha noted|count)|\bnot\b/i.test(name);
  const isOfLog = /\bcommit(?:ted)? (?:the |this )?session log|^session log/i.test(name);
  if (isCommit && !isOfLog) return 'changesCommitted';
  if (/\b(?:route|routed|skill|session log|handoff|memory|lint\w*|markdown\w*|document\w*)\b/i.test(name))
    return 'paper';
  return /\b(?:tests? (?:\w{1,20} )?(?:pass\w*|green|run|executed)|(?:all|unit|integration|pester) tests?|build passes|(?:ci|checks?) (?:checks? )?(?:pass\w*|green)|validation pass\w*)\b/i.test(
    name,
  )
    ? 'testsPassed'
    : 'paper';
}

/** What may stand before an id that is the entire proof. In that case the id may consist of digits only. */
const NAME_OF_ID = /^(?:commit(?: (?:sha|hash|id))?|sha)\s?:\s{0,3}/i;

function column(block: SectionBlock, names: RegExp): string {
  const at = block.heads.findIndex((head) => names.test(head));
  return at < 0 ? '' : (block.cells[at] ?? '');
}

const stepOf = (block: SectionBlock) =>
  column(block, /^(?:step|requirement|check|item|task|gate|criteri\w*|condition|action|phase)$/);

function fromRow(block: SectionBlock): Gate | null {
  const status = column(block, /^(?:status|done|complete[d]?|result|state|✓)$/);
  const step = stepOf(block);
  if (step === '' || !block.heads.some((head) => /^(?:status|done|complete[d]?|state)$/.test(head))) return null;
  const level = column(block, /^(?:req|level|priority|requirement level)$/);
  return gateOf(nameOf(step), level, status === '' ? false : status, column(block, /evidence|notes?|details?|proof/));
}

function fromTick(block: SectionBlock): Gate | null {
  if (block.isTicked === null) return null;
  const level = /^(?:MUST NOT|MUST|SHOULD|MAY)\b/.exec(block.text)?.[0] ?? '';
  const evidence = /[-–—:(]\s?(.{3,300})$/.exec(block.text.slice(-300))?.[1] ?? '';
  const proof = /[0-9a-f]{7}|\d/.test(evidence) ? evidence : '';
  // "[ ] (pending)" is open; "[ ] n/a" does not apply.
  return gateOf(nameOf(block.text), level, block.isTicked, block.isTicked ? proof : evidence.replace(/\)$/, ''));
}

/** The gates of a session's end: tables and checklists under a heading for the end. */
export function* takeMarkdownGates(draft: LogDraft, sections: readonly Section[]): InParts<void> {
  // A step may be listed at the beginning and again at the end; the later one counts.
  const gates = new Map<string, Gate>();
  for (const section of sections.filter(isEnd)) {
    for (const block of section.blocks) {
      yield;
      const gate = block.kind === 'row' ? fromRow(block) : fromTick(block);
      if (!gate) continue;
      const step = block.kind === 'row' ? stepOf(block) : block.text;
      gates.set([gate.name, ...sameText(step).split(' ').slice(0, 2)].join(' '), gate);
      const place = { pointer: `line ${block.line}`, time: null };
      const told = block.kind === 'row' ? gate.evidence : block.text;
      if (gate.kind === 'result' && gate.isDone) takeResults(draft, told, place);
      if (!gate.isDone || !/commit/i.test(step)) continue;
      const alone = commitId(told.replaceAll('`', '').replace(NAME_OF_ID, ''));
      if (alone !== null) addCommit(draft, alone, '', place);
      takeCommits(draft, told, place, true);
    }
  }
  draft.gates.push(...gates.values());
}
