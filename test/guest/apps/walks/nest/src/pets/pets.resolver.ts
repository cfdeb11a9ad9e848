import { Args, Float, Int, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Owner } from './owner.entity.js';
import { Pet } from './pet.entity.js';

@Resolver(() => Pet)
export class PetsResolver {
  constructor(
    @InjectRepository(Pet) private readonly pets: Repository<Pet>,
    @InjectRepository(Owner) private readonly owners: Repository<Owner>,
  ) {}

  @Query(() => [Pet], { name: 'pets' })
  all(): Promise<Pet[]> {
    return this.pets.find({ order: { id: 'ASC' }, take: 12 });
  }

  @Query(() => Pet, { name: 'pet', nullable: true })
  one(@Args('id', { type: () => Int }) id: number): Promise<Pet | null> {
    return this.pets.findOneBy({ id });
  }

  /** A query for each pet. */
  @ResolveField(() => Owner)
  owner(@Parent() { ownerId }: Pet): Promise<Owner> {
    return this.owners.findOneByOrFail({ id: ownerId });
  }

  /** How much it gained, in percent. */
  @ResolveField(() => Float)
  gain(@Parent() pet: Pet): number {
    return gainOf(pet);
  }
}

function gainOf({ weights }: Pet): number {
  const [first, ...later] = weights as number[];
  const last = later.at(-1) ?? first;
  return (last / first - 1) * 100;
}
