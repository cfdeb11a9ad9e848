/** Requests that scanners make for one reason. */
export interface ProbeKind {
  readonly name: string;
  /** Paths with their queries; a method other than GET comes first (`POST /x`). */
  readonly requests: readonly string[];
  /** The family of sites where these paths are ordinary. */
  readonly notOn?: string;
  /** One client asks for all of them; otherwise each client asks for some. */
  readonly pace?: 'fast' | 'slow' | 'one each';
  /** The user agents, if the kind is known by them. */
  readonly agents?: readonly string[];
}

export function paths(text: string): string[] {
  return text.split(' ');
}

export function under(folders: readonly string[], names: readonly string[]): string[] {
  return folders.flatMap((folder) => names.map((name) => folder + name));
}
