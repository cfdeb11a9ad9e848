import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { GraphQLModule } from '@nestjs/graphql';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LettersController } from './letters.controller.js';
import { Owner } from './pets/owner.entity.js';
import { Pet } from './pets/pet.entity.js';
import { PetsResolver } from './pets/pets.resolver.js';
import { RemindersProcessor } from './reminders/reminders.processor.js';
import { Vaccine } from './reminders/vaccine.entity.js';
import { VaccinesController } from './reminders/vaccines.controller.js';
import { VaccinesService } from './reminders/vaccines.service.js';
import { LabsService } from './reports/labs.service.js';
import { ReportsController } from './reports/reports.controller.js';
import { SignInGuard } from './sign-in.guard.js';
import { RoomsController } from './visits/rooms.controller.js';
import { Visit } from './visits/visit.entity.js';
import { VisitsController } from './visits/visits.controller.js';

const ENTITIES = [Owner, Pet, Vaccine, Visit];

@Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'postgres',
      url: process.env.DATABASE_URL,
      entities: ENTITIES,
      synchronize: true,
      poolSize: 3,
      connectTimeoutMS: 5000,
    }),
    TypeOrmModule.forFeature(ENTITIES),
    GraphQLModule.forRoot<ApolloDriverConfig>({ driver: ApolloDriver, autoSchemaFile: true }),
    BullModule.forRoot({ connection: { host: '127.0.0.1', port: Number(process.env.REDIS_PORT) } }),
    BullModule.registerQueue({ name: 'reminders' }),
  ],
  controllers: [LettersController, ReportsController, RoomsController, VaccinesController, VisitsController],
  providers: [
    LabsService,
    PetsResolver,
    RemindersProcessor,
    VaccinesService,
    { provide: APP_GUARD, useClass: SignInGuard },
  ],
})
export class ClinicModule {}
