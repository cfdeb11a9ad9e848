import { Body, Controller, Post } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Vaccine } from './vaccine.entity.js';

@Controller('vaccines')
export class VaccinesController {
  constructor(@InjectRepository(Vaccine) private readonly vaccines: Repository<Vaccine>) {}

  @Post()
  note(@Body() { pet, due }: { pet: number; due: string }) {
    return this.vaccines.save({ petId: pet, due });
  }
}
