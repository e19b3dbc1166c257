import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { nodeBeside } from '@twicewise/client/own-node';
import { tempFolder } from '@twicewise/testkit';
import { OUTPUT, packageApp, packagingTools } from '../package.ts';
import { bridgeAnswers, commandAnswers, modelAnswers, oldNode } from './package/command.ts';
import { copyAnswers } from './package/copy.ts';
import { fuseProblems, readFuses } from './package/fuses.ts';
import { layoutProblems, unpackedProblems } from './package/layout.ts';
import { stubElectron } from './package/stub.ts';
import { conclude, exactly, type Verdict } from './verdicts.ts';

// `npm run check:package`: packages the app for Linux around a stand-in for Electron's binary and inspects the result. Checks
// what is inside the archive and next to it, the fuses in the binary (T42, P9), and whether command and bridge run from there,
// under the person's Node and under the one that the app contains.

const stub = stubElectron();
const moved = tempFolder('packaged app');
rmSync(OUTPUT, { recursive: true, force: true });
try {
  const code = await packageApp(['--linux', 'dir'], stub.path);
  if (code !== 0) throw new Error(`electron-builder ended with ${code}`);
  // Moved away from the checkout, so that missing files are not found there.
  const app = join(moved.path, 'linux-unpacked');
  cpSync(join(OUTPUT, 'linux-unpacked'), app, { recursive: true });
  const { require } = packagingTools();
  const archive = join(app, 'resources/app.asar');
  const files = (require('@electron/asar') as { listPackage(path: string): string[] }).listPackage(archive);
  const beside = `${archive}.unpacked`;
  const verdict = (id: string, what: string, problems: readonly string[], good: string): Verdict => ({
    id,
    what,
    found: problems.length === 0 ? good : problems.slice(0, 5).join('; '),
    state: exactly(problems.length === 0),
  });
  const control = (id: string, what: string, problems: readonly string[]): Verdict => ({
    id,
    what: `negative control: ${what}`,
    found: `${problems.length} found`,
    state: exactly(problems.length > 0),
  });
  const node = process.execPath;
  const ownNode = nodeBeside(join(beside, 'host/bin/twicewise.mjs')) ?? 'none';
  const ownVersion = spawnSync(ownNode, ['--version'], { encoding: 'utf8' }).stdout?.trim();
  process.exitCode = conclude([
    verdict('T42', 'the archive holds the build and nothing else', layoutProblems(files), `${files.length} entries`),
    control('T42', 'a test and a source in the archive', layoutProblems([...files, '/host/src/x.ts'])),
    verdict('T42', 'command, worker and native parts lie beside it', unpackedProblems(archive), 'all there'),
    control('T42', 'an archive without its neighbour', unpackedProblems(join(stub.path, 'app.asar'))),
    verdict('P9', 'fuses in the packaged binary', fuseProblems(await readFuses(join(app, 'twicewise'))), '7 as wanted'),
    control('P9', 'the fuses of a binary as it comes', fuseProblems(await readFuses(join(stub.path, 'electron')))),
    verdict('P9', 'the command runs under the Node that is there', await commandAnswers(node, beside), process.version),
    verdict('P9', 'the bridge stores a lesson, and starts a host', await bridgeAnswers(node, beside), 'stored'),
    verdict('P9', 'it does so under the Node that the app brings', await bridgeAnswers(ownNode, beside), ownVersion),
    verdict('P9', 'and from a copy that outlives an AppImage', await copyAnswers(beside), 'stored'),
    verdict('P9', 'the built-in model answers', await modelAnswers(node, beside), 'a vector of 384 numbers'),
    ...(await oldNode(beside)),
    control('P9', 'a package without its native part', await commandAnswers(node, beside, 'node_modules')),
  ]);
} finally {
  stub.remove();
  moved.remove();
}
