import type { JsonSchema } from '../catalog/json-schema.ts';
import type { Grant } from './surface.ts';

/** A required parameter with its JSON type. */
export interface ManifestParam {
  readonly name: string;
  readonly type?: string;
}

/** One thing that can be called. */
export interface ManifestEntry {
  readonly id: string;
  readonly kind: 'dynamic_action' | 'meta_action' | 'individual_tool' | 'visible_tool';
  readonly tool: string;
  readonly action?: string;
  readonly domain?: string;
  readonly title: string;
  readonly description: string;
  /** The ID of the entry, where it was asked for by another name. */
  readonly alias_of?: string;
  readonly detail_uri: string;
  readonly destructive: boolean;
  readonly read_only: boolean;
  readonly required_params?: readonly ManifestParam[];
  /** Of these sets one must be given as well. */
  readonly required_params_any_of?: readonly (readonly ManifestParam[])[];
}

/** An entry with how to call it. */
export interface ManifestDetail extends ManifestEntry {
  readonly call: {
    readonly tool: string;
    readonly action?: string;
    readonly action_location?: 'action';
    readonly params_location: 'params' | 'arguments';
    readonly confirm_location?: 'confirm' | 'params.confirm' | 'arguments.confirm';
  };
  readonly input_schema: JsonSchema;
}

/** A tool of `tools/list`, in brief. */
export interface VisibleTool {
  readonly name: string;
  readonly title: string;
  readonly detail_uri: string;
  readonly read_only: boolean;
  readonly destructive: boolean;
}

/** What a surface says of itself, for those who want the whole of it. Trimmed by a grant like everything else. */
export interface SurfaceManifest {
  readonly surface: 'dynamic' | 'meta' | 'individual';
  readonly visibleTools: (grant: Grant | undefined) => readonly VisibleTool[];
  /** Sorted by ID. */
  readonly entries: (grant: Grant | undefined) => readonly ManifestEntry[];
  readonly detail: (id: string, grant: Grant | undefined) => ManifestDetail | undefined;
}

export function detailUri(id: string): string {
  return `gitlab://tools/${id}`;
}
