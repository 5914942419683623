/** Names of plans that many products use, in lower case. */
export const PLAN_NAMES: ReadonlySet<string> = new Set(
  `free basic starter start solo personal individual lite plus pro professional premium team teams business company
  enterprise standard growth scale advanced ultimate unlimited family essential essentials core creator student`.split(
    /\s+/,
  ),
)
