/** Who acts. A job acts for the organization of its batch, an operator at the command line for the house itself. */
export type Actor =
  | { type: 'key'; keyId: string; organizationId: string; projectId: string | null; admin: boolean }
  | { type: 'member'; userId: string; organizationId: string; role: 'admin' | 'member' }
  | { type: 'job'; name: string }
  | { type: 'operator' }
