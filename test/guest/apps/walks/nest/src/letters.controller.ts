import { Controller, Get, Param, ParseIntPipe, Req } from '@nestjs/common';
import type { Owner } from './pets/owner.entity.js';
import type { SignedInRequest } from './sign-in.guard.js';

@Controller('letters')
export class LettersController {
  @Get(':id')
  letter(@Param('id', ParseIntPipe) id: number, @Req() { user }: SignedInRequest) {
    return { id, to: envelopeOf(user) };
  }
}

/** The address as it is printed on an envelope. */
function envelopeOf({ name, address }: Owner): string {
  const [street, city] = (address as string).split(', ');
  return [name, street, city?.toUpperCase()].join('\n');
}
