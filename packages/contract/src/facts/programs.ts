/** Names under which programs write that no person was seen behind and that do not say which agent runs them, by door. */
export const PROGRAM_NAMES = { cli: 'twicewise cli', http: 'http' } as const;

/** True for the author of what such a program wrote. */
export function isProgram({ kind, name }: { kind: string; name: string }): boolean {
  return kind === 'agent' && (Object.values(PROGRAM_NAMES) as string[]).includes(name);
}
