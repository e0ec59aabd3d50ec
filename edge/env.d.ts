/** What the configuration adds to the bindings of wrangler.toml: secrets and optional variables. */
interface Env {
  /** Keys of the live bus are derived from it; at least 32 characters. */
  LIVE_SECRET: string
  /** Keys that sign checkpoints of the audit trails are derived from it; at least 32 characters. */
  CHECKPOINT_SECRET: string
  /** Token of whoever operates the deployment; without it the operator's calls do not exist. */
  OPERATOR_SECRET?: string
  /** Where the regions live, `eu=https://…,na=https://…`; without it a deployment knows only itself. */
  REGION_URLS?: string
}
