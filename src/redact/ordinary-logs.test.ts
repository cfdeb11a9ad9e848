import { expect, test } from 'vitest';
import { createRedaction } from './redaction.ts';

const { text } = createRedaction();

test.each([
  '{"part":"cart","err":{"type":"Error","message":"no stock","stack":"Error: no stock\\n    at buy (/app/shop.js:1:2)"}}',
  '{"level":30,"name":"shop","type":"request","value":12,"data":[1,2],"contains":"milk","near":"here","is":"open"}',
  '{"event":{"type":"order.created","values":{"total":9.5},"entry":"front","http":{"status":200}}}',
  '{"type":{"name":"integer"},"buffer":"none","tcp":{"port":80},"unix":1700000000}',
  "{ type: 'Error', message: 'no stock', entry: 7, near: 'here' }",
  '{"level":30,"reqId":"req-3","res":{"statusCode":200},"responseTime":0.7,"msg":"request completed"}',
  'GET /orders/7 200 12 ms - type: json',
  'listening on http://localhost:3000 and unix:/tmp/app.sock',
])('keeps an ordinary line: %s', (line) => {
  expect(text(line)).toBe(line);
});
