/** The first line of a plan, without Markdown marks. */
export function headingOf(plan: string): string {
  const line = plan.split('\n').find((text) => text.trim() !== '') ?? '';
  return line.replace(/^#+\s*/, '').trim();
}
