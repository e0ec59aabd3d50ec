import { env } from 'cloudflare:test'

/** Let stores tell the index of the fleet now what they would tell by their alarms. */
export async function tellFleet(...companies: readonly string[]): Promise<void> {
  for (const company of companies) await env.COMPANY_STORE.getByName(company).tellFleet()
}
