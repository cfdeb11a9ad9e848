import { expect, test } from 'vitest';
import { withoutOperationValues } from './operation-values.ts';

test.each([
  ['/graphql?query={a(id:"1;2")}&variables={"id":1}', '/graphql?query=***&variables=***'],
  ['/graphql?operationName=A&query={a}#part', '/graphql?operationName=A&query=***#part'],
  ['/trpc/post.byId,post.add?batch=1&input=%7B%7D', '/trpc/post.byId,post.add?batch=1&input=***'],
  ['/search?subquery=1&inputs=2', '/search?subquery=1&inputs=2'],
  ['/graphql?query=', '/graphql?query='],
])('%s', (url, expected) => {
  expect(withoutOperationValues(url)).toBe(expected);
});
