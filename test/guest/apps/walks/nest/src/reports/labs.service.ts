import { BadGatewayException, Injectable } from '@nestjs/common';

/** The laboratory is on another server. */
@Injectable()
export class LabsService {
  async resultOf(sample: string): Promise<string> {
    const answer = await fetch(`${process.env.UPSTREAM}/samples/${sample}`);
    if (!answer.ok) throw new BadGatewayException('The laboratory does not answer');
    return answer.text();
  }
}
