import { person, TestCore } from '../harness.ts';

// Stores lessons in a folder until the system refuses to write; prints what was acknowledged and how the last one failed.

process.on('SIGXFSZ', () => {});
const test = new TestCore({ folder: process.argv[2] ?? '' });
const acknowledged: string[] = [];
for (let n = 0; ; n++) {
  const lesson = { taskDescription: `lesson ${n}`, outcome: 'success', projectId: 'p', text: 'x'.repeat(50_000) };
  const answer = await test.envelope('reflection.store', lesson, person);
  if (answer.ok) {
    acknowledged.push(lesson.taskDescription);
    continue;
  }
  process.stdout.write(`${JSON.stringify({ acknowledged, error: answer.error })}\n`);
  process.exit(0);
}
