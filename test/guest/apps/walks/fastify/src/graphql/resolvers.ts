import type { IResolvers } from 'mercurius';
import { discountOf } from '../cards.ts';
import { type Film, type Guest, sql } from '../db.ts';
import { ratingOf } from './ratings.ts';

declare module 'mercurius' {
  interface MercuriusContext {
    readonly user: Guest | null;
  }
}

const PRICE = 8;

export const resolvers: IResolvers = {
  Query: {
    films: () => sql<Film[]>`SELECT * FROM films ORDER BY id LIMIT 12`,
    film: async (_root, { id }) => {
      const [film] = await sql<Film[]>`SELECT * FROM films WHERE id = ${id}`;
      return film ?? null;
    },
    price: (_root, _args, { user }) => PRICE * (1 - discountOf(user as Guest) / 100),
  },
  Film: {
    /** A query for each film. */
    director: async (film: Film) => {
      const [director] = await sql`SELECT * FROM directors WHERE id = ${film.director_id}`;
      return director;
    },
    rating: (film: Film) => ratingOf(film),
  },
};
