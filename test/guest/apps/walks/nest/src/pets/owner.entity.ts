import { Field, ObjectType } from '@nestjs/graphql';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@ObjectType()
@Entity('owners')
export class Owner {
  @PrimaryColumn('text')
  id: string;

  @Field()
  @Column('text')
  name: string;

  /** Not every owner has one. */
  @Column('text', { nullable: true })
  address: string | null;

  @Column('text', { nullable: true })
  phone: string | null;
}
