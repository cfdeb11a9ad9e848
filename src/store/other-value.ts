/** Replaces a method, host, route, operation or error class once a book has too many distinct ones. No client can send it. */
export const OTHER = '(other)';
