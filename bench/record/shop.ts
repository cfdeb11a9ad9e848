/** What the measured apps serve. */
export const ROUTES = ['/', '/products/:id', '/search', '/api/orders'];
export const PRODUCT = { name: 'Oak table', price: 129, stock: 12 };
