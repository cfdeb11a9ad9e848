// Replaces a module of @modelcontextprotocol/server in the bundle. The tools of Gatebook have zod schemas and nothing is asked of the
// user, so JSON Schema is never validated: this leaves out ajv, a third of the code.
export { default as process } from 'node:process';

export class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error('JSON Schema is not validated');
  }
}
