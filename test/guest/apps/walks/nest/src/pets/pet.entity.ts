import { Field, Int, ObjectType } from '@nestjs/graphql';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@ObjectType()
@Entity('pets')
export class Pet {
  @Field(() => Int)
  @PrimaryColumn('int')
  id: number;

  @Field()
  @Column('text')
  name: string;

  @Column('text', { name: 'owner_id' })
  ownerId: string;

  /** Kilograms, the oldest first. Pets that were never here have none. */
  @Column('int', { array: true, nullable: true })
  weights: number[] | null;
}
