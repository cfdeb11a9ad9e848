import type { DataSource } from 'typeorm';

/** Three owners, twelve pets and a visit of each. */
export async function seed(data: DataSource): Promise<void> {
  await data.query(`
    DELETE FROM vaccines;
    INSERT INTO owners (id, name, address, phone) VALUES
      ('ana', 'Ana', 'Ilica 1, Zagreb', '+385 1 234'), ('bob', 'Bob', 'Main Street 5, Dublin', '+353 1 234'), ('eve', 'Eve', NULL, NULL)
      ON CONFLICT DO NOTHING;
    INSERT INTO pets (id, name, owner_id, weights)
      SELECT n, 'Pet ' || n, 'ana', CASE WHEN n < 9 THEN ARRAY[3, n] END FROM generate_series(1, 12) AS n ON CONFLICT DO NOTHING;
    INSERT INTO visits (id, pet_id, kind, days)
      SELECT n, n, 'check', 2 FROM generate_series(1, 12) AS n ON CONFLICT DO NOTHING;
    SELECT setval('visits_id_seq', greatest(100, (SELECT max(id) FROM visits)))`);
}
