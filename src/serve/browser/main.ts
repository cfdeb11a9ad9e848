import { startCopy } from './copy.ts';
import { startKeys } from './keys.ts';
import { startLive } from './live.ts';
import { startSaved } from './saved.ts';
import { startTimes } from './times.ts';

/** What script adds to a page that finds and reads without it. */
startTimes();
startSaved();
startCopy();
const live = startLive();
startKeys({ toggleLive: () => live?.toggle() });
