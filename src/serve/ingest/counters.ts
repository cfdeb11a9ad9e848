/** What a collector has done, for its metrics. */
export interface Counters {
  /** A batch of a service was stored. One that was sent twice counts twice. */
  batch(
    service: string,
    batch: { readonly stored: number; readonly refused: number; readonly bytes: number },
  ): void;
  answer(route: string, status: number, ms: number): void;
  /** In the text format of Prometheus. */
  text(heldBytes: number): string;
}

interface ServiceCounts {
  batches: number;
  stored: number;
  refused: number;
  bytes: number;
  /** When its last batch came, in seconds since 1970. */
  last: number;
}

const METRICS: readonly (readonly [keyof ServiceCounts, name: string, type: string, help: string])[] = [
  [
    'batches',
    'batches_total',
    'counter',
    'Batches stored, by service. One that was sent twice counts twice.',
  ],
  ['stored', 'profiles_total', 'counter', 'Profiles in these batches.'],
  ['refused', 'refused_total', 'counter', 'Profiles that were not valid.'],
  ['bytes', 'received_bytes_total', 'counter', 'Size of these batches as they were sent.'],
  ['last', 'last_batch_timestamp_seconds', 'gauge', 'When the last batch of the service was stored.'],
];

/** An answer to a batch is fast if the disk is; a search ends at its deadline. */
const MAX_SECONDS = [0.01, 0.05, 0.25, 1, 5] as const;

/** Services and routes are the labels: keys name the former, and both are few. */
export function createCounters(now: () => number = Date.now): Counters {
  const services = new Map<string, ServiceCounts>();
  const answers = new Map<string, number>();
  const times = new Map<string, { seconds: number; readonly bins: number[] }>();

  return {
    batch(service, { stored, refused, bytes }) {
      const before = services.get(service) ?? { batches: 0, stored: 0, refused: 0, bytes: 0, last: 0 };
      services.set(service, {
        batches: before.batches + 1,
        stored: before.stored + stored,
        refused: before.refused + refused,
        bytes: before.bytes + bytes,
        last: Math.floor(now() / 1000),
      });
    },
    answer(route, status, ms) {
      const labels = `{route="${route}",status="${status}"}`;
      answers.set(labels, (answers.get(labels) ?? 0) + 1);
      const time = times.get(route) ?? { seconds: 0, bins: Array<number>(MAX_SECONDS.length + 1).fill(0) };
      times.set(route, time);
      time.seconds += ms / 1000;
      const found = MAX_SECONDS.findIndex((max) => ms / 1000 <= max);
      const bin = found < 0 ? MAX_SECONDS.length : found;
      time.bins[bin] = (time.bins[bin] ?? 0) + 1;
    },
    text(heldBytes) {
      const ofServices = METRICS.map(([counter, name, type, help]) =>
        metric(
          name,
          type,
          help,
          [...services].map(([service, counts]) => [`{service="${escapeLabel(service)}"}`, counts[counter]]),
        ),
      );
      return [
        ...ofServices,
        metric('answers_total', 'counter', 'Requests answered.', [...answers]),
        metric('answer_seconds', 'histogram', 'How long answers took.', [...times].flatMap(samplesOf)),
        metric('held_bytes', 'gauge', 'Memory used by bodies in progress.', [['', heldBytes]]),
      ].join('');
    },
  };
}

/** The buckets of a histogram are cumulative. */
function samplesOf([route, { seconds, bins }]: readonly [
  string,
  { seconds: number; bins: readonly number[] },
]) {
  let count = 0;
  const buckets = bins.map((inBin, bin) => {
    count += inBin;
    return [`_bucket{route="${route}",le="${MAX_SECONDS[bin] ?? '+Inf'}"}`, count] as const;
  });
  return [
    ...buckets,
    [`_sum{route="${route}"}`, seconds] as const,
    [`_count{route="${route}"}`, count] as const,
  ];
}

function metric(
  name: string,
  type: string,
  help: string,
  samples: readonly (readonly [labels: string, value: number])[],
): string {
  const full = `gatebook_collector_${name}`;
  const lines = samples.map(([labels, value]) => `${full}${labels} ${value}\n`);
  return `# HELP ${full} ${help}\n# TYPE ${full} ${type}\n${lines.join('')}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
