export const schema = `
  type Query {
    films: [Film!]!
    film(id: Int!): Film
    price(film: Int!): Float!
  }

  type Film {
    id: Int!
    title: String!
    director: Director!
    """
    From 0 to 5.
    """
    rating: Float
  }

  type Director {
    id: Int!
    name: String!
  }
`;
