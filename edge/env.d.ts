/** Secrets and optional variables that the configuration adds to the bindings of wrangler.toml. */
interface Env {
  /** Keys of the live bus are derived from it; at least 32 characters. */
  LIVE_SECRET: string
  /** Keys that sign checkpoints of the audit trails are derived from it; at least 32 characters. */
  CHECKPOINT_SECRET: string
  /** Secrets at rest (second steps, passwords of shares) are sealed with it; at least 32 characters, `new,old` while it is changed. */
  SEALING_SECRET: string
  /** Token of the deployment's operator; without it the operator's calls do not exist. */
  OPERATOR_SECRET?: string
  /** Most that a company's store may hold, in bytes, where it is to be less than the platform's 10 GB. */
  STORE_LIMIT_BYTES?: string
  /** Anything but `0`: nothing is written while records move to another deployment (docs/move-region.md). */
  WRITES_FROZEN?: string
  /** Addresses of the regions, `eu=https://…,na=https://…`; without it a deployment knows only itself. */
  REGION_URLS?: string
  /** WebSocket addresses of the NATS servers that carry the live bus, `wss://…`, with commas between; without them each company has an embedded hub. */
  NATS_URL?: string
  /** Seed (32 bytes, base64url) of the key that signs snapshot and timestamp of releases; without it images need no release signers. */
  RELEASE_KEY?: string
  /** Address that receives requests for accounts; without it sign-up is off. */
  SIGN_UP_MAIL?: string
  /** Address at which the help desk takes a token, and the private JWK (Ed25519 or P-256) that signs it; without them it is off. */
  HELPDESK_URL?: string
  HELPDESK_KEY?: string
  /** Hosts of the help desk beside that of `HELPDESK_URL`, with commas between; nobody is forwarded to another one. */
  HELPDESK_HOSTS?: string
  /** Resolver for DNS over HTTPS that answers `application/dns-json`; without it only the operator confirms domains. */
  DNS_URL?: string
  /** Hosts that webhooks are sent to, with commas between, a leading dot for all below one; without it there are no webhooks. */
  WEBHOOK_HOSTS?: string
  /** Delivery of mail: `http`, `smtp`, or `outbox` (also when absent), which keeps it here. */
  MAIL_ADAPTER?: string
  /** Sender of every mail. */
  MAIL_FROM?: string
  /** Address of a mail provider by HTTP. */
  MAIL_URL?: string
  MAIL_TOKEN?: string
  /** Address of a mail server; security is `tls` or `starttls` (also when absent). */
  SMTP_HOST?: string
  SMTP_PORT?: string
  SMTP_SECURITY?: string
  SMTP_USER?: string
  SMTP_PASSWORD?: string
}
