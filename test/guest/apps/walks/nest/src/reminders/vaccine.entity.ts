import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('vaccines')
export class Vaccine {
  @PrimaryGeneratedColumn()
  id: number;

  @Column('int', { name: 'pet_id' })
  petId: number;

  @Column('text')
  due: string;
}
