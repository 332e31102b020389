import { hash, timingSafeEqual } from 'node:crypto';
import { defineState, type World } from './world.ts';

export interface StoredObject {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly filename: string;
}

/** Objects by key, as a bucket next to the instance holds them. */
export const objectStorageState = defineState(() => ({ objects: new Map<string, StoredObject>() }));

const lifetimeMs = 10 * 60_000;

/** Stores bytes under `key`; what `presignedUrl` then hands out. */
export function storeObject(world: World, key: string, object: StoredObject): void {
  world.state(objectStorageState).objects.set(key, object);
}

/** An address that works without credentials, for some minutes, for one method. It is on another origin. */
export function presignedUrl(world: World, key: string, method: 'GET' | 'HEAD'): string {
  const expires = world.clock.now() + lifetimeMs;
  const path = `/artifacts/${key.split('/').map(encodeURIComponent).join('/')}`;
  return `${world.settings.storageUrl}${path}?X-Amz-Expires=${expires}&X-Amz-Signature=${sign(method, key, expires)}`;
}

export function isSigned(world: World, key: string, method: string, query: URLSearchParams): boolean {
  const expires = Number(query.get('X-Amz-Expires'));
  const presented = Buffer.from(query.get('X-Amz-Signature') ?? '');
  const expected = Buffer.from(sign(method, key, expires));
  return expires > world.clock.now() && presented.length === expected.length && timingSafeEqual(presented, expected);
}

function sign(method: string, key: string, expires: number): string {
  return hash('sha256', `sandbox-bucket/${method}/${key}/${expires}`);
}
