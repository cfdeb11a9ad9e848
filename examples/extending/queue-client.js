// A stand-in for a library: a client of a message queue, as you would install it from npm.
export class QueueClient {
  async publish(topic, message) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (topic === 'closed') throw new Error('The topic is closed.');
    return { topic, size: JSON.stringify(message).length };
  }
}
