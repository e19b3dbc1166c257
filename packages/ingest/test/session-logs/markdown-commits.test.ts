import { describe, expect, it } from 'vitest';
import { fromMarkdown } from './logs.ts';

const commits = (text: string) => fromMarkdown(`${text}\n`).content.events.flatMap(({ commitSha }) => commitSha ?? []);

describe('commits of a log in Markdown', () => {
  it('are those that it lists behind a label, however that names the session', () => {
    expect(
      commits('# Session 7\n\n## Afterwards\n\n**Commits from this session (checked)**:\n\n- `1a2b3c4` - fix'),
    ).toEqual(['1a2b3c4']);
  });

  it('include the one that the session is said to have begun before', () => {
    const text = '# Session 7\n\n- **Starting Commit**: (prior to 1a2b3c4)\n\n## Outcome\n\n**Commits**: 1a2b3c4';
    expect(commits(text)).toEqual(['1a2b3c4']);
  });

  it('are also the one that it is said to begin with, where the log lists it as its own', () => {
    const head = '# Session 7\n\n- **Starting Commit**: 1a2b3c4\n\n## Work Log\n\nCommitted on top of 1a2b3c4.\n\n';
    expect(commits(`${head}## Commits\n\n1. \`1a2b3c4\` - fix: sort\n2. \`2b3c4d5\` - docs: say so`)).toEqual([
      '1a2b3c4',
      '2b3c4d5',
    ]);
    expect(commits(`${head}## Commits\n\n- \`2b3c4d5\` - docs: say so`)).toEqual(['2b3c4d5']);
    expect(commits(`${head}## Commits\n\n- \`1a2b3c4\` - [message]`)).toEqual([]);
  });

  it('are without a letter too, where the proof of a gate is nothing else', () => {
    const end =
      '## Session End\n\n| Req | Step | Status | Evidence |\n|---|---|---|---|\n| MUST | Commit all | [x] | Commit SHA: 3141592 |';
    expect(commits(`# Session 7\n\n${end}`)).toEqual(['3141592']);
  });

  it('are not what a run or a branch was found at', () => {
    const table = '| What | Value |\n|---|---|\n| Head SHA | 1a2b3c4 |\n| PR Branch SHA | 2b3c4d5 |';
    expect(commits(`# Session 7\n\n## Investigation\n\n${table}`)).toEqual([]);
  });

  it('are none of sessions that stand beside them in a table', () => {
    const table =
      '| Agent | Session | Evidence |\n|---|---|---|\n| Ann | 7 | Commit 1a2b3c4 |\n| Bob | 8 | Commits 2b3c4d5, 3c4d5e6 |';
    const again = 'Looked at the commits 2b3c4d5 and 3c4d5e6.';
    expect(commits(`# Session 7: Rows\n\n## Work Log\n\n${table}\n\n${again}`)).toEqual(['1a2b3c4']);
  });

  it('count in such a table where nobody knows which session it is', () => {
    const table = '| Session | Evidence |\n|---|---|\n| 8 | Commit 2b3c4d5 |';
    expect(commits(`# Rows\n\n## Work Log\n\n${table}`)).toEqual(['2b3c4d5']);
  });
});
