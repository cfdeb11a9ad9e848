import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('visits')
export class Visit {
  @PrimaryGeneratedColumn()
  id: number;

  @Column('int', { name: 'pet_id' })
  petId: number;

  @Column('text')
  kind: string;

  /** How long the pet stays. */
  @Column('int')
  days: number;
}
