/** The folders of src/ that each folder may import. biome.json has the same rules for the lint. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  profile: [],
  net: [],
  worker: [],
  format: ['profile'],
  clients: ['profile', 'net', 'format'],
  redact: ['profile', 'net', 'format'],
  search: ['profile', 'net', 'format', 'redact'],
  store: ['profile', 'net', 'format', 'redact', 'search', 'worker'],
  pipeline: ['profile', 'net', 'format', 'clients', 'redact', 'search', 'store', 'worker'],
  record: ['profile', 'net', 'format', 'clients', 'redact', 'search', 'store', 'worker', 'pipeline'],
  compare: ['profile', 'net', 'format', 'redact', 'search', 'store'],
  serve: ['profile', 'net', 'format', 'clients', 'redact', 'search', 'store', 'compare'],
};
