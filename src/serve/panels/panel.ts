import type { Child } from 'hono/jsx';
import type { PanelFacts } from '../../report/profile/panel-facts.ts';

/** A section of the profile page, with its link in the rail. */
export interface Panel extends PanelFacts {
  /** `null` if there is nothing to show. */
  readonly body: Child | null;
}
