// In production, only a sample of the details is kept without this.
export default { release: process.env.RELEASE, bodies: 'errors', details: 'all' };
