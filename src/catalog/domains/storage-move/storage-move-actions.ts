import { groupMoves } from './group-moves.ts';
import { projectMoves } from './project-moves.ts';
import { snippetMoves } from './snippet-moves.ts';

export const storageMoveActions = [...projectMoves, ...groupMoves, ...snippetMoves];
