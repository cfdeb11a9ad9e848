import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, writeFiles } from '../../support/user-commands.ts';
import { Project } from '../toolchains/project.ts';

const APPS = join(import.meta.dirname, '../apps/walks');
const NPM = 'npm install --no-audit --no-fund --prefer-offline --legacy-peer-deps --loglevel=error';

/** A framework builds for long, on a busy machine for minutes. */
const BUILD_TIMEOUT_MS = 600_000;

/** What the project of an app is made of. */
export interface ProjectSource {
  /** In test/guest/apps/walks. */
  readonly folder: string;
  /** Packages from the npm registry, beside those of this repository. */
  readonly packages: readonly string[];
  /** Its build takes long: all of its packages are from the npm registry, and CI does without it. */
  readonly isLarge?: true;
  build?(project: WalkedProject): Promise<void>;
}

/** A place in the sources of the app: the first line with this text. */
export interface Place {
  readonly file: string;
  readonly text: string;
}

export function at(file: string, text: string): Place {
  return { file, text };
}

/** An app in a temporary folder, with Gatebook and its libraries installed. */
export class WalkedProject {
  readonly #project: Project;

  private constructor(project: Project) {
    this.#project = project;
  }

  static async of({ folder, packages, isLarge, build }: ProjectSource): Promise<WalkedProject> {
    const project = isLarge ? await Project.installed(...packages) : Project.linked();
    const walked = new WalkedProject(project);
    try {
      cpSync(join(APPS, folder), project.folder, { recursive: true });
      project.setType('module');
      if (!isLarge && packages.length > 0) await walked.#add(packages);
      await build?.(walked);
      return walked;
    } catch (error) {
      project.remove();
      throw error;
    }
  }

  get folder(): string {
    return this.#project.folder;
  }

  /** Adds packages that this repository does not have. They find the others in the folder above theirs. */
  async #add(packages: readonly string[]): Promise<void> {
    const folder = join(this.folder, 'added');
    mkdirSync(folder);
    writeFiles({ 'package.json': '{ "private": true }' }, folder);
    await runCommand(`${NPM} ${packages.join(' ')}`, folder);
    for (const path of packagesIn(join(folder, 'node_modules'))) {
      const target = join(this.folder, 'node_modules', path);
      mkdirSync(join(target, '..'), { recursive: true });
      if (!existsSync(target)) symlinkSync(join(folder, 'node_modules', path), target);
    }
  }

  write(path: string, text: string): void {
    this.#project.write(path, text);
  }

  /** Runs a script with Node, which has to succeed. */
  async run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<void> {
    const { code, stdout, stderr } = await this.#project.node(args, { env, timeout: BUILD_TIMEOUT_MS });
    if (code !== 0) throw new Error(`${args.join(' ')}\n${stdout}\n${stderr}`);
  }

  /** `src/pay.ts:41` */
  placeOf({ file, text }: Place): string {
    const lines = readFileSync(join(this.folder, file), 'utf8').split('\n');
    const line = lines.findIndex((each) => each.includes(text));
    if (line < 0) throw new Error(`${file} has no line with ${text}`);
    return `${file}:${line + 1}`;
  }

  /** Whether the processes of the app have noted on disk that a request is in progress. */
  notes(path: string): boolean {
    const reports = join(this.folder, '.gatebook/processes');
    if (!existsSync(reports)) return false;
    return readdirSync(reports)
      .filter((name) => name.endsWith('.json'))
      .some((name) => readFileSync(join(reports, name), 'utf8').includes(path));
  }

  remove(): void {
    this.#project.remove();
  }
}

/** The names of the packages in a folder, with their scopes. */
function packagesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(folder, name)).map((each) => `${name}/${each}`) : [name],
    );
}
