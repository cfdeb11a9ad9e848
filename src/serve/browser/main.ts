import { startCopy } from './copy.ts';
import { startCopyTargets } from './copy-targets.ts';
import { startKeys } from './keys.ts';
import { startLive } from './live.ts';
import { startProfileKeys } from './profile-keys.ts';
import { startSavedSearches } from './saved-searches.ts';
import { startTimes } from './times.ts';
import { startUnlock } from './unlock.ts';

/** The page works without script. Everything here is an addition. */
startUnlock();
startTimes();
startSavedSearches();
startCopy();
startCopyTargets();
startProfileKeys();
const live = startLive();
startKeys({ toggleLive: () => live?.toggle() });
