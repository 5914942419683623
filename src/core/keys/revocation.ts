/** Maximum seconds until all processes reject a revoked key. The process that revoked it rejects it immediately. */
export const REVOCATION_SECONDS = 5
