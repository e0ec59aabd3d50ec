import { Fault } from '../../domain/fault.ts'

/** Name of the TXT record that proves a domain. */
export function recordName(domain: string): string {
  return `_bapp-sign-in.${domain}`
}

/** Return the value of the TXT record that proves a domain. */
export function recordValue(token: string): string {
  return `bapp-domain=${token}`
}

/**
 * Return true where the domain has the record, asked by DNS over HTTPS (the JSON of `application/dns-json`).
 * @throws Fault `refused` with the reason `dns_off` where the deployment has no resolver, or it does not answer.
 */
export async function findDomainRecord(
  { DNS_URL }: Pick<Env, 'DNS_URL'>,
  { domain, token }: { domain: string; token: string },
): Promise<boolean> {
  const answers = DNS_URL ? await ask(DNS_URL, recordName(domain)) : null
  if (answers !== null) return answers.includes(recordValue(token))
  throw new Fault(
    'refused',
    'This deployment cannot ask DNS: its operator can confirm the domain',
    {
      reason: 'dns_off',
    },
  )
}

async function ask(resolver: string, name: string): Promise<string[] | null> {
  const url = new URL(resolver)
  url.searchParams.set('name', name)
  url.searchParams.set('type', 'TXT')
  try {
    const headers = { accept: 'application/dns-json' }
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(5000) })
    if (!response.ok) return null
    const { Answer: list = [] } = (await response.json()) as { Answer?: { data?: unknown }[] }
    // Join the pieces of a long text, each of which is in quotes.
    return list.map(({ data }) => String(data).replaceAll(/"\s*"/g, '').replaceAll('"', ''))
  } catch {
    return null
  }
}
