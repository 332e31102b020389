import type { ServePlan } from '../config/load-config.ts';
import type { ProcessLogger } from '../telemetry/logger.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { BuildInfo } from './version.ts';

/**
 * Starts telemetry where the configuration asks for it. What cannot be started is reported, and the server serves without
 * it: nothing about telemetry may keep a client from its answer.
 */
export async function startTelemetry(
  { config, otel, transport }: ServePlan,
  build: BuildInfo,
  logger: ProcessLogger,
): Promise<Telemetry | undefined> {
  const { enabled, identity, identityKey, identityRotationMs, toolName } = config.telemetry;
  if (!enabled) return undefined;
  try {
    // The SDK is loaded here and nowhere else: a process without telemetry does not pay for it.
    const { startOpenTelemetry } = await import('../telemetry/open-telemetry.ts');
    const telemetry = await startOpenTelemetry({
      variables: otel,
      deployment: {
        transport: transport === 'http' ? 'tcp' : 'pipe',
        surface: config.surface.tools,
        countsTools: toolName === 'on' || (toolName === 'auto' && config.surface.tools !== 'individual'),
        hosts: new Set(config.gitlab.instances.map((url) => new URL(url).hostname)),
      },
      identity: { mode: identity, suppliedKey: identityKey?.reveal(), rotationMs: identityRotationMs },
      version: build.version,
      logger,
    });
    logger.exportTo((record) => telemetry.exportLog(record));
    return telemetry;
  } catch (error) {
    logger.error('telemetry is off: it could not be started', { error });
    return undefined;
  }
}
