import { QueueClient } from './queue-client.js';

/**
 * Shows every message that a request publishes, in the timeline of its profile.
 * @type {import('gatebook').Instrumentation}
 */
export const queueInstrumentation = {
  name: 'queue-client',

  // Called once when the book starts.
  start({ startSpan }) {
    const { publish } = QueueClient.prototype;

    QueueClient.prototype.publish = async function (topic, message) {
      // Outside of a request there is no span, and the call goes through as it is.
      const span = startSpan({ kind: 'app', name: `publish ${topic}`, system: 'queue' });
      try {
        const result = await publish.call(this, topic, message);
        span?.end();
        return result;
      } catch (error) {
        // The app gets its error in any case.
        span?.fail(error);
        throw error;
      }
    };

    // Called when the book closes: leave the library as it was.
    return () => {
      QueueClient.prototype.publish = publish;
    };
  },
};
