/**
 * How Gatebook gets into an app: by a line of code, by `node --import gatebook/register`, or by that and the lines for
 * the framework in docs/frameworks.md.
 */
export type Way = 'adapter' | 'register' | 'register and lines';

/** What the book has after a few requests: the columns of the table. The route is a pattern, the others are `yes` or `no`. */
export interface Seen {
  readonly requests: string;
  readonly route: string;
  readonly exception: string;
  readonly log: string;
  readonly outgoing: string;
  readonly note: string;
  readonly page: string;
  readonly toolbar: string;
}

/** A real project, with an app that answers /users/7, /broken/7 and /page. */
export interface Project {
  readonly name: string;
  readonly major?: string;
  /** The package whose installed version is printed. */
  readonly packageName: string;
  /** What to install in an empty folder, if no command creates the project. */
  readonly packages?: readonly string[];
  /** The names of packages in node_modules of this repository, by the names that the app imports. In CI only these run. */
  readonly installed?: Readonly<Record<string, string>>;
  /** Commands that create the project in the folder `app`, with all answers given. */
  readonly create?: readonly string[];
  /** Files that are written into the project. */
  readonly files?: Readonly<Record<string, string>>;
  /** The third of three commands that lead from nothing to the first profile. The others create the project and install Gatebook. */
  readonly dev?: string;
  /** The route of /users/7. */
  readonly route: string;
  readonly runs: readonly Run[];
}

/** One row of the table. */
export interface Run {
  readonly way: Way;
  /** Such as `dev`. */
  readonly mode?: string;
  /** Commands that run before the lines are added. */
  readonly prepare?: readonly string[];
  /** Files of docs/frameworks.md that are added. */
  readonly lines?: readonly string[];
  /** Commands that run before the app is started. */
  readonly build?: readonly string[];
  /** The command that starts the app. */
  readonly start: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly isHttp2?: boolean;
  /** What differs from a row in which everything is seen. */
  readonly except?: Partial<Seen>;
}

export function expectedOf({ route }: Project, { except }: Run): Seen {
  const all = { requests: 'yes', exception: 'yes', log: 'yes', outgoing: 'yes', note: 'yes', page: 'yes' };
  return { ...all, route: `\`${route}\``, toolbar: 'yes', ...except };
}
