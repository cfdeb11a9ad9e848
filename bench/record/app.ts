// The shop in one mode, as a user would run it: nothing else is in its process. Its parent asks for its CPU time.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerParent } from './answer-parent.ts';
import type { FrameworkName } from './frameworks.ts';
import type { ModeName } from './mode.ts';
import { startModes } from './start-modes.ts';

const [framework, name] = process.argv.slice(2) as [FrameworkName, ModeName];
const folder = mkdtempSync(join(tmpdir(), 'gatebook-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const [mode] = (await startModes(framework, folder, [name])).modes;
if (!mode) throw new Error(`There is no mode "${name}".`);
mode.on();
answerParent(mode);
