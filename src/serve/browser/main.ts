import { startCopy } from './copy.ts';
import { startKeys } from './keys.ts';
import { startLive } from './live/live.ts';
import { startMenus } from './menus.ts';
import { startComplete } from './search/complete.ts';
import { startDragRange } from './search/drag-range.ts';
import { startEditFilter } from './search/edit-filter.ts';
import { startSavedSearches } from './search/saved-searches.ts';
import { startSelection } from './select-rows.ts';
import { startRows } from './table-rows.ts';
import { startTheme } from './theme.ts';
import { startTimes } from './times.ts';
import { startUnlock } from './unlock.ts';

/** The page works without script. Everything here is an addition. */
startUnlock();
startTimes();
startTheme();
startSavedSearches();
startCopy();
startMenus();
startComplete();
startEditFilter();
startDragRange();
startRows();
const selectRow = startSelection();
const live = startLive();
startKeys({ toggleLive: () => live?.toggle(), selectRow });
