export interface FieldError {
  readonly path: string;
  readonly message: string;
}

/** A request that its client has to correct. */
export class BadRequest extends Error {
  override name = 'BadRequest';
  readonly errors: readonly FieldError[];

  constructor(errors: readonly FieldError[]) {
    super('The request is not valid');
    this.errors = errors;
  }
}

interface NewOrder {
  readonly product: string;
  readonly quantity: number;
}

/** The order in a body. */
export function readOrder(body: unknown): NewOrder {
  const { product, quantity } = (body ?? {}) as Partial<NewOrder>;
  const errors: FieldError[] = [];
  if (typeof product !== 'string') errors.push({ path: 'product', message: 'must be a text' });
  // A mistake: the shop sells single pieces, too.
  if (typeof quantity !== 'number' || quantity < 2)
    errors.push({ path: 'quantity', message: 'must be greater than 1' });
  if (errors.length > 0) throw new BadRequest(errors);
  return { product, quantity } as NewOrder;
}
