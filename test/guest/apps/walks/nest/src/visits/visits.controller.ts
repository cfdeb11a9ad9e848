import { InjectQueue } from '@nestjs/bullmq';
import { Body, Controller, Post, Req } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Queue } from 'bullmq';
import { Repository } from 'typeorm';
import type { Reminder } from '../reminders/reminders.processor.js';
import type { SignedInRequest } from '../sign-in.guard.js';
import { NewVisit } from './new-visit.dto.js';
import { Visit } from './visit.entity.js';

const PRICES: Readonly<Record<string, number>> = { check: 40, surgery: 400 };

@Controller('visits')
export class VisitsController {
  constructor(
    @InjectRepository(Visit) private readonly visits: Repository<Visit>,
    @InjectQueue('reminders') private readonly reminders: Queue<Reminder>,
  ) {}

  @Post()
  async create(@Body() { pet, kind, days, remind }: NewVisit, @Req() { user }: SignedInRequest) {
    const price = days * priceOf(kind);
    const visit = await this.visits.save({ petId: pet, kind, days });
    if (remind) await this.reminders.add('call', { visit: visit.id, phone: user.phone });
    return { ...visit, price };
  }
}

/** Release 1.5.0 has a list of prices, in which some kinds are missing. */
function priceOf(kind: string): number {
  if (process.env.RELEASE === '1.4.0') return 40;
  const price = PRICES[kind];
  if (price === undefined) throw new RangeError(`No price for ${kind}`);
  return price;
}
