export const statusesDocument = `
query ScanProfileStatuses($fullPath: ID!) {
  project(fullPath: $fullPath) {
    scanProfileStatuses { status lastScanAt scanProfile { id name scanType } }
  }
}`;

export const attachDocument = `
mutation AttachScanProfile($input: SecurityScanProfileAttachInput!) {
  securityScanProfileAttach(input: $input) { errors }
}`;

export const detachDocument = `
mutation DetachScanProfile($input: SecurityScanProfileDetachInput!) {
  securityScanProfileDetach(input: $input) { errors }
}`;
