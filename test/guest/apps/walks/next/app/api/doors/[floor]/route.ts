/** Which doors are open, as it happens. */
export async function GET(_request: Request, { params }: { params: Promise<{ floor: string }> }) {
  const { floor } = await params;
  let timer: NodeJS.Timeout | undefined;
  const body = new ReadableStream<string>({
    start(controller) {
      timer = setInterval(() => controller.enqueue(`data: {"floor":${floor}}\n\n`), 50);
    },
    cancel() {
      clearInterval(timer);
    },
  });
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' };
  return new Response(body.pipeThrough(new TextEncoderStream()), { headers });
}
