export function GET() {
  throw new TypeError('This route always fails');
}
