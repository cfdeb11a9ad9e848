/** Replaces a method, host, route, operation, error class or error group once a book has too many distinct ones. No client can send it. */
export const OTHER = '(other)';
