import type { LoaderFunctionArgs } from 'react-router';

/** Which doors are open, as it happens. */
export function loader({ params }: LoaderFunctionArgs) {
  let timer: NodeJS.Timeout | undefined;
  const body = new ReadableStream<string>({
    start(controller) {
      timer = setInterval(() => controller.enqueue(`data: {"floor":${params.floor}}\n\n`), 50);
    },
    cancel() {
      clearInterval(timer);
    },
  });
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' };
  return new Response(body.pipeThrough(new TextEncoderStream()), { headers });
}
