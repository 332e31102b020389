import type { Action } from '../catalog/action.ts';
import type { CatalogView } from '../catalog/view.ts';
import type { AppError } from '../errors/app-error.ts';
import type { ActionNames } from './action-names.ts';
import { NextSteps } from './next-steps.ts';
import { RunAction } from './run-action.ts';
import type { SurfaceOptions } from './surface-options.ts';

/** The runner of a surface whose list shows every action under a name of its own. */
export function createListedRunner(
  view: CatalogView,
  names: ActionNames,
  repair: (error: AppError, action: Action) => string | undefined,
  { embeddedResources = true, logger }: SurfaceOptions,
): RunAction {
  const { nameOf, rename } = names;
  return new RunAction({
    view,
    results: { nextSteps: new NextSteps(view, nameOf), nameOf, rename, embeddedResources },
    repair,
    onUnexpected: (error, action) => logger?.error('tool call failed', { error, action: action?.id }),
    namesToolInGrantRefusal: false,
    asksToDestroy: true,
    rename,
  });
}
