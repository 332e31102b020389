import type { Signature } from '../world/signatures.ts';
import { presentKey } from './users-presenter.ts';

/** The signature of a commit or of a tag. */
export function presentSignature(signature: Signature, options: { readonly source?: boolean } = {}) {
  const source = options.source === false ? {} : { commit_source: 'gitaly' };
  if (signature.type === 'SSH') {
    return {
      signature_type: 'SSH',
      verification_status: signature.status,
      key: signature.key === undefined ? null : presentKey(signature.key),
      ...source,
    };
  }
  return {
    signature_type: 'PGP',
    verification_status: signature.status,
    gpg_key_id: signature.keyId,
    gpg_key_primary_keyid: signature.primaryKeyId,
    gpg_key_user_name: signature.userName,
    gpg_key_user_email: signature.userEmail,
    gpg_key_subkey_id: null,
    ...source,
  };
}
