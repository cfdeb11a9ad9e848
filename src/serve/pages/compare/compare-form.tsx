/** The two profiles to compare, and the time zone that the reader chose. */
export interface ComparedTokens {
  readonly a: string;
  readonly b: string;
  readonly zone: string;
}

export function compareHref({ base, a, b, zone }: ComparedTokens & { readonly base: string }): string {
  return `${base}/compare?${new URLSearchParams({ a, b, ...(zone !== 'UTC' && { tz: zone }) })}`;
}

export function CompareForm({ base, a, b, zone }: ComparedTokens & { readonly base: string }) {
  return (
    <form class="compare-form" action={`${base}/compare`} method="get">
      <label>
        Token A <input name="a" value={a} required spellcheck={false} autocomplete="off" />
      </label>
      <label>
        Token B <input name="b" value={b} required spellcheck={false} autocomplete="off" />
      </label>
      <ZoneInput zone={zone} />
      <button type="submit">Compare</button>
    </form>
  );
}

/** Sends the chosen time zone with a form. */
export function ZoneInput({ zone }: { zone: string }) {
  return zone === 'UTC' ? null : <input type="hidden" name="tz" value={zone} />;
}
