import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { GqlExecutionContext } from '@nestjs/graphql';
import { InjectRepository } from '@nestjs/typeorm';
import type { Request } from 'express';
import { Repository } from 'typeorm';
import { Owner } from './pets/owner.entity.js';

export interface SignedInRequest extends Request {
  user: Owner;
}

/** A proxy in front of the clinic has signed the owner in. */
@Injectable()
export class SignInGuard implements CanActivate {
  constructor(@InjectRepository(Owner) private readonly owners: Repository<Owner>) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    const owner = await this.owners.findOneBy({ id: request.header('x-user') ?? '' });
    if (owner) request.user = owner;
    return owner !== null;
  }
}

function requestOf(context: ExecutionContext): SignedInRequest {
  if (context.getType<string>() !== 'graphql') return context.switchToHttp().getRequest();
  return GqlExecutionContext.create(context).getContext().req;
}
