// A veterinary clinic on NestJS 12, with TypeORM on PostgreSQL, GraphQL by Apollo and jobs of BullMQ. Its faults are listed in
// test/guest/walks/nest.ts.
import 'reflect-metadata';
import { ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { gatebook } from 'gatebook/nest';
import { DataSource } from 'typeorm';
import { ClinicModule } from './clinic.module.js';
import { seed } from './seed.js';

const app = await NestFactory.create(ClinicModule, { logger: ['warn', 'error'] });
gatebook(app, { release: process.env.RELEASE, bodies: 'errors' });
app.useGlobalPipes(new ValidationPipe({ whitelist: true }));
app.enableShutdownHooks();

await seed(app.get(DataSource));
await app.listen(Number(process.env.PORT), '127.0.0.1');
console.log('ready');
