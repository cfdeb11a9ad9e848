import { attach } from 'gatebook/adapter';

/** @type {import('gatebook/adapter').Adapter<import('./tiny-framework.js').TinyApp>} */
const tinyAdapter = {
  name: 'Tiny',
  expects: 'a TinyApp: new TinyApp()',
  isApp: (app) => typeof app?.handle === 'function' && typeof app?.notFound === 'function',

  attach(app, host) {
    const { handle, run, error, notFound } = app;
    // Also records what Node refuses before the app is called: malformed requests, timeouts.
    host.watch(app.server);

    app.handle = async (request, response) => {
      host.record(request, response);
      // The page comes first, whatever the app does with other requests. With an async `authorize` this is a promise.
      if (await host.servePage(request, response)) return;
      return handle.call(app, request, response);
    };
    // Later calls of `record` return the same recording.
    app.run = (route, context) => {
      host.record(context.request, context.response)?.enterRoute(() => route.pattern);
      return run.call(app, route, context);
    };
    // What these two send is recorded as a sub-request of its own, the error stage.
    app.error = (thrown, context) => {
      host.record(context.request, context.response)?.startErrorStage(thrown);
      return error.call(app, thrown, context);
    };
    app.notFound = (context) => {
      host.record(context.request, context.response)?.startErrorStage(null);
      return notFound.call(app, context);
    };
  },
};

/** Records every request of a TinyApp and serves the page at `/_profiler`. */
export function gatebook(app, options) {
  return attach(tinyAdapter, app, options);
}
