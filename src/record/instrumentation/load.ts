import { startLoad } from '../load.ts';
import type { Instrumentation } from './instrumentation.ts';

/** CPU time and event-loop delay. */
export const loadInstrumentation: Instrumentation = { name: 'load', start: startLoad };
