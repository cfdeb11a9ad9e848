/** Whoever waits for this shall live to see it: nothing else of ours keeps a process alive. */
export async function keepAlive<T>(work: Promise<T>): Promise<T> {
  const awake = setInterval(() => {}, 60_000);
  try {
    return await work;
  } finally {
    clearInterval(awake);
  }
}
