import { type INestApplication, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { gatebook } from '../../src/nest.ts';

class Empty {}
Module({})(Empty);

/** The README example must type-check without a cast. */
export async function recordedNest() {
  const app: INestApplication = await NestFactory.create(Empty, { logger: false });
  const book = gatebook(app, { storage: 'memory:' });
  return { app, book };
}
export async function recordedExpressNest() {
  const app = await NestFactory.create<NestExpressApplication>(Empty, { logger: false });
  return { app, book: gatebook(app, { storage: 'memory:' }) };
}
export async function recordedFastifyNest() {
  const adapter = new FastifyAdapter();
  const app = await NestFactory.create<NestFastifyApplication>(Empty, adapter, { logger: false });
  return { app, book: gatebook(app, { storage: 'memory:' }) };
}

// @ts-expect-error A bare listener is not a Nest app.
export const refused = () => gatebook((_request: unknown, _response: unknown) => {});
