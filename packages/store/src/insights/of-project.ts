/**
 * The condition that rows are of a project, given as the parameter `projectId`; none for all projects. As one condition for both cases
 * it would keep SQLite from the index of projects: with 100,000 lessons, 5,556 of them took a third of the time of all.
 */
export function ofProject(column: string, projectId: string | null): string {
  return projectId === null ? '' : `AND ${column} = :projectId`;
}
