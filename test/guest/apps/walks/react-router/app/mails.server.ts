import { type Job, Queue, Worker } from 'bullmq';

interface Mail {
  readonly booking: number;
  readonly card: string | null;
}

const connection = {
  host: '127.0.0.1',
  port: Number(process.env.REDIS_PORT),
  maxRetriesPerRequest: null,
};

export const mails = new Queue<Mail>('mails', { connection });

export async function startMails(): Promise<void> {
  const worker = new Worker<Mail>('mails', confirm, { connection });
  worker.on('error', () => {});
  await worker.waitUntilReady();
}

async function confirm({ data }: Job<Mail>): Promise<void> {
  const [kind] = kindOf(data.card as string);
  console.log(`Booking ${data.booking} is confirmed, with ${kind}`);
}

function kindOf(card: string): string[] {
  return card.split('/');
}
