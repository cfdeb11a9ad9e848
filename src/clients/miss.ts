/** Files that pages load, or that programs look for by themselves: they are missing on many sites after a change. */
const ORDINARY_FILE =
  /\.(?:m?js|css|map|png|jpe?g|gif|svg|ico|webp|avif|bmp|woff2?|ttf|otf|eot|mp[34]|webm|ogg|pdf|docx?|xlsx?|csv|txt|xml|webmanifest|wasm|pbf|mvt|tsx?|vue|rss|atom|zip|gz|tgz|pom|jar|whl)$|\/.*\/.*\.json$/i;
const WELL_KNOWN = /^\/\.well-known\/|^\/(?:apple-|feed|rss|atom|comments\/feed|manifest\.json)/i;
/** 401 and 5xx do not count: a site that fails or wants a login answers everything with them. */
const MISSING = new Set([400, 403, 404, 405, 410]);

/** Whether a missing path can come from a scan, not from a page or program that looks for a file. */
export function countsAsMissing(path: string, status: number): boolean {
  return isMissingStatus(status) && !ORDINARY_FILE.test(path) && !WELL_KNOWN.test(path);
}

/** Whether the status can mean that the site does not have the path. */
export function isMissingStatus(status: number): boolean {
  return MISSING.has(status);
}
