/** Requests that scanners make for one reason. */
export interface ProbeKind {
  readonly name: string;
  /** Paths with their queries; a method other than GET comes first (`POST /x`). */
  readonly requests: readonly string[];
  /** The family of sites where these paths are ordinary. */
  readonly notOn?: string;
  /** How fast a client is; `one each` for a client that makes a single request. */
  readonly pace?: 'fast' | 'slow' | 'one each';
  /** Only the answers give it away: it is sent to sites that answer 403 or 404 to a path that they do not have. */
  readonly needsMissing?: boolean;
  /** The user agents, if the kind is known by them. */
  readonly agents?: readonly string[];
}

export function paths(text: string): string[] {
  return text.split(' ');
}

export function under(folders: readonly string[], names: readonly string[]): string[] {
  return folders.flatMap((folder) => names.map((name) => folder + name));
}
