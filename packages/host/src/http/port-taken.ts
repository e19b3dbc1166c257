/** Whether a host could not start because another process listens on its port. */
export function isPortTaken(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && (cause as Error & { code?: string }).code === 'EADDRINUSE';
}
