import { buildMultipart, type MultipartBody } from './multipart.ts';

/** A file for a variable of the type Upload. */
export interface GraphqlUpload {
  /** Keys from the variables to the one the file stands for, joined by dots: `input.avatar`. It must be null there. */
  readonly variable: string;
  readonly fileName: string;
  /** Media type; `application/octet-stream` when absent. */
  readonly contentType?: string;
  readonly content: Uint8Array;
}

/** A GraphQL request with a file, as servers of the GraphQL multipart request specification read it. */
export function buildGraphqlForm(operations: object, { variable, ...file }: GraphqlUpload): MultipartBody {
  return buildMultipart([
    { name: 'operations', value: JSON.stringify(operations) },
    // The order counts: a server knows by the map what the file that follows is for.
    { name: 'map', value: JSON.stringify({ 0: [`variables.${variable}`] }) },
    { name: '0', ...file },
  ]);
}
