import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Vaccine } from './vaccine.entity.js';

/** Looks now and then which vaccines are due, outside of any request. */
@Injectable()
export class VaccinesService implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(@InjectRepository(Vaccine) private readonly vaccines: Repository<Vaccine>) {}

  onApplicationBootstrap(): void {
    // One process of the clinic does what is due, the others only answer requests.
    if (process.env.ROLE !== 'web') this.timer = setInterval(() => this.sweep(), 100);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async sweep(): Promise<void> {
    const vaccines = await this.vaccines.find();
    const today = new Date().toISOString().slice(0, 10);
    const due = vaccines.filter((vaccine) => dayOf(vaccine) <= today);
    if (due.length > 0) await this.vaccines.remove(due);
  }
}

function dayOf({ due }: Vaccine): string {
  return new Date(due).toISOString().slice(0, 10);
}
