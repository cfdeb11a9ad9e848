import * as z from 'zod';

/** How an agent names a profile. */
export const profileName = z
  .string()
  .min(1)
  .max(40)
  .describe('A token from search_requests, such as 3fa2c1; or "latest"; or "last-error".');
