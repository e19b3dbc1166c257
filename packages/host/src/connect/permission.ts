import { PRODUCT } from '@twicewise/contract';
import { type ConfigFile, UnfitFile } from './config-file.ts';
import { asObject, readJson, withValue } from './json-text.ts';

/** The rule that lets Claude Code call our tools without asking each time (code.claude.com/docs/en/permissions). */
const RULE = `mcp__${PRODUCT.mcpKey}`;

type Kind = 'allow' | 'ask' | 'deny';

/** The rules of a kind. Throws {@link UnfitFile} if the value there is not a list. */
function rulesIn(text: string, kind: Kind): unknown[] {
  const { permissions } = readJson(text);
  const rules = permissions === undefined ? [] : (asObject(permissions, '"permissions"')[kind] ?? []);
  if (!Array.isArray(rules)) throw new UnfitFile(`In it "permissions.${kind}" is not a list.`);
  return rules;
}

const speaksOfUs = (rule: unknown) => typeof rule === 'string' && rule.startsWith(RULE);
const isDecided = (text: string) =>
  (['allow', 'ask', 'deny'] as const).some((kind) => rulesIn(text, kind).some(speaksOfUs));

function allow(text: string): string {
  const { permissions } = readJson(text);
  const has = permissions !== undefined && asObject(permissions, '"permissions"').allow !== undefined;
  const [path, value] = has ? [['permissions', 'allow', -1], RULE] : [['permissions', 'allow'], [RULE]];
  return withValue(text, path as (string | number)[], value);
}

function forget(text: string): string {
  const rules = rulesIn(text, 'allow');
  const at = rules.indexOf(RULE);
  if (at < 0) return text;
  if (rules.length > 1) return withValue(text, ['permissions', 'allow', at], undefined);
  const rest = withValue(text, ['permissions', 'allow'], undefined);
  const { permissions } = readJson(rest);
  return Object.keys(asObject(permissions, '"permissions"')).length > 0
    ? rest
    : withValue(rest, ['permissions'], undefined);
}

/** The settings without our rule and without empty lists of rules, as a value. */
function withoutRule(settings: unknown): unknown {
  const { permissions, ...others } = settings as { permissions?: unknown };
  if (permissions === null || typeof permissions !== 'object') return settings;
  const { allow: rules, ...kept } = permissions as { allow?: unknown };
  const left = Array.isArray(rules) ? rules.filter((rule) => rule !== RULE) : rules;
  const isEmpty = left === undefined || (Array.isArray(left) && left.length === 0);
  const rest = isEmpty ? kept : { ...kept, allow: left };
  return Object.keys(rest).length > 0 ? { ...others, permissions: rest } : others;
}

/**
 * The settings of Claude Code: hooks and the rule that lets its agents call our tools without asking. The rule is offered only
 * when the hooks are first entered. A person who removes it, or has a rule of their own about us, has decided; it is not entered
 * again.
 */
export function withPermission(hooks: ConfigFile): ConfigFile {
  return {
    ...hooks,
    insert(text, program) {
      const isOffered = !hooks.has(text) && !isDecided(text);
      const entered = hooks.insert(text, program);
      return isOffered ? allow(entered) : entered;
    },
    remove: (text) => forget(hooks.remove(text)),
    others: (text) => withoutRule(hooks.others(text)),
    notes: (text) =>
      isDecided(text)
        ? []
        : [`Its agents ask before each call of our tools; "${RULE}" in permissions.allow lets them.`],
  };
}
