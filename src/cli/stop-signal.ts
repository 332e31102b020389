/** One Ctrl-C can arrive more than once: from the terminal and from a parent that passes it on. */
const sameSignalMs = 500;

/**
 * Resolves with the first SIGINT or SIGTERM, which asks for a clean stop. A second one, when it is not an echo of the
 * first, ends the process at once.
 */
export async function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let firstAt: number | undefined;
    const onSignal = (signal: NodeJS.Signals): void => {
      if (firstAt !== undefined && performance.now() - firstAt > sameSignalMs) process.exit(1);
      if (firstAt !== undefined) return;
      firstAt = performance.now();
      resolve(signal);
    };
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  });
}
