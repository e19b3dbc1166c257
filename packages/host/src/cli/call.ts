import { dataFolder } from '@twicewise/client/data-folder';
import { PRODUCT, parseJson } from '@twicewise/contract';
import { AS_PERSON } from '../callers.ts';
import { commandCaller, openAccess } from './access.ts';
import { asksForHelp, type Command, readArguments, UsageError } from './usage.ts';

const HELP = `Usage: ${PRODUCT.command} call OPERATION ['JSON'] [--data DIR] [--key KEY]

Carries out one operation and prints its envelope, {"ok":true,"value":…} or {"ok":false,"error":…}.
JSON may be - to read it from standard input. --key makes a repeated call answer what the first one did. Some operations
only a person may ask for: at a terminal, or with ${AS_PERSON}, which the history keeps.
`;

async function readInput(argument: string | undefined): Promise<unknown> {
  if (argument === undefined) return {};
  if (argument !== '-') return parseJson(argument);
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part as Buffer);
  return parseJson(Buffer.concat(parts).toString('utf8'));
}

/** `twicewise call` */
export const runCall: Command = async (args, asker) => {
  const help = asksForHelp(args) ? HELP + (await import('./call-help.ts')).OPERATIONS_HELP : HELP;
  const parsed = readArguments(args, { data: { type: 'string' }, key: { type: 'string' } }, help);
  if (!parsed) return 0;
  const [name, json, ...more] = parsed.positionals;
  if (name === undefined || more.length > 0)
    throw new UsageError(`Name one operation and at most one JSON value; --help lists the operations.\n\n${HELP}`);
  const input = await readInput(json);
  const access = await openAccess(dataFolder(parsed.values.data, process.env));
  try {
    const envelope = await access.call({ name, input, caller: await commandCaller(asker), key: parsed.values.key });
    process.stdout.write(`${JSON.stringify(envelope)}\n`);
    return envelope.ok ? 0 : 1;
  } finally {
    await access.close();
  }
};
