import { PRODUCT } from '@twicewise/contract';
import { HOOK_PROGRAMS } from '../../packages/host/src/connect/hook-events.ts';

function programSection({ agent, events }: (typeof HOOK_PROGRAMS)[number]): string {
  const rows = events.map(({ event, seconds, matcher }) => {
    const tools =
      matcher === undefined
        ? ''
        : matcher
            .split('|')
            .map((tool) => `\`${tool}\``)
            .join(', ');
    return `| \`${event}\` | ${tools} | ${seconds} s |`;
  });
  return `## \`${agent}\`\n\n${['| event | only for | longest time |', '| --- | --- | --- |', ...rows].join('\n')}\n`;
}

/** The page about the hooks that are entered in each program. */
export function hooksPage(): string {
  return [
    '# Hooks\n',
    `What \`${PRODUCT.command} connect\` enters in a program that has hooks: the command \`${PRODUCT.command} hook EVENT --agent NAME\` at the events below. The program writes the event as JSON to its standard input; what the command prints is a document in the form of that program, or nothing. It ends with exit code 0 whatever happens, and prints no error: a hook never holds an agent up.\n`,
    `What is said at each event, and how it is switched off, says \`${PRODUCT.command} hook --help\` ([command line](command-line.md#hook)). The events are the program's own names.\n`,
    ...HOOK_PROGRAMS.map(programSection),
    '## Others\n\nCline takes files of ours in its folder of hooks, and opencode a plugin of ours; both call the same command.\n',
  ].join('\n');
}
