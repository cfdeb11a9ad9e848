import { pbkdf2Sync } from 'node:crypto';
import { Controller, Get, Param } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LabsService } from './labs.service.js';

@Controller('reports')
export class ReportsController {
  constructor(
    private readonly data: DataSource,
    private readonly labs: LabsService,
  ) {}

  @Get('kinds')
  kinds() {
    return this.data.query('SELECT kind, count(*) AS visits, pg_sleep(0.4) FROM visits GROUP BY kind');
  }

  /** Takes long: somebody waits for it when the clinic is stopped. */
  @Get('year/:year')
  year(@Param('year') year: string) {
    return this.data.query('SELECT $1 AS year, pg_sleep(60)', [year]);
  }

  @Get('samples/:sample')
  async sample(@Param('sample') sample: string) {
    return { result: await this.labs.resultOf(sample) };
  }

  /** A signature that takes the processor for a while, and with it everybody else's requests. */
  @Get('signed')
  signed() {
    return { signature: signatureOf('report') };
  }

  @Get('quick')
  quick() {
    return { ok: true };
  }
}

function signatureOf(text: string): string {
  const start = Date.now();
  let signature = Buffer.from(text);
  while (Date.now() - start < 400) signature = pbkdf2Sync('clinic', signature, 10_000, 64, 'sha512');
  return signature.toString('hex');
}
