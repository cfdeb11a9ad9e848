import { Controller, Get, NotFoundException, Param, ParseIntPipe, Post, Sse } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { interval, map } from 'rxjs';
import { DataSource, Repository } from 'typeorm';
import { Visit } from './visit.entity.js';

@Controller('rooms')
export class RoomsController {
  constructor(
    @InjectRepository(Visit) private readonly visits: Repository<Visit>,
    private readonly data: DataSource,
  ) {}

  @Get(':visit')
  async room(@Param('visit', ParseIntPipe) id: number) {
    const visit = await this.visits.findOneBy({ id });
    if (!visit) throw new NotFoundException('No such visit');
    return { room: `${visit.kind} ${visit.id % 3}` };
  }

  /** A room is given to one pet only. */
  @Post(':visit')
  async reserve(@Param('visit', ParseIntPipe) id: number) {
    const runner = this.data.createQueryRunner();
    await runner.startTransaction();
    const [visit] = await runner.query('SELECT * FROM visits WHERE id = $1 FOR UPDATE', [id]);
    // A mistake: the connection is released only if there is such a visit.
    if (!visit) throw new NotFoundException('No such visit');
    await runner.commitTransaction();
    await runner.release();
    return { reserved: visit.id };
  }

  /** Which rooms are free, as it happens. */
  @Sse(':visit/live')
  live(@Param('visit') visit: string) {
    return interval(50).pipe(map((n) => ({ data: { visit, n } })));
  }
}
