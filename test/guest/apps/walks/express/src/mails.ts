import { type Job, Queue, Worker } from 'bullmq';

interface Receipt {
  readonly order: number;
  readonly to: string;
}

const connection = {
  host: '127.0.0.1',
  port: Number(process.env.REDIS_PORT),
  maxRetriesPerRequest: null,
};

/** Starts to send mails. Each is tried twice. */
export async function startMails(): Promise<Queue<Receipt>> {
  const queue = new Queue<Receipt>('mails', { connection });
  const worker = new Worker<Receipt>('mails', sendReceipt, { connection });
  worker.on('error', () => {});
  await worker.waitUntilReady();
  return queue;
}

async function sendReceipt(job: Job<Receipt>): Promise<void> {
  const domain = domainOf(job.data.to);
  if (domain === 'example.test') return;
  throw new Error(`No mail server for ${domain}`);
}

function domainOf(address: string): string {
  const [, domain] = address.split('@');
  return (domain as string).toLowerCase();
}
