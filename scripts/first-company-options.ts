import { parseArgs } from 'node:util'

export type FirstCompanyOptions = {
  /** Origin of the deployment. */
  url: string
  company: string | undefined
  name: string | undefined
  email: string | undefined
  username: string | undefined
  /** The second SuperAdmin, who gets a link to choose a password. */
  second: { name: string; email: string } | undefined
  /** Makes a password instead of asking for one. */
  generate: boolean
  /** Folder of this machine's secrets, for a deployment on it. */
  state: string
  /** Goes on with a company that an interrupted run has begun. */
  again: string | undefined
  json: boolean
}

export const firstCompanyHelp = `Makes the provider's company and its first SuperAdmins on a deployment that has none.

  npm run bootstrap -- [options]

  --url ORIGIN          the deployment                            (http://localhost:8787)
  --company NAME        name of the provider's company
  --name NAME           name of the person who becomes SuperAdmin
  --email ADDRESS       their e-mail address
  --username NAME       what they sign in with beside it          (the e-mail address)
  --second-name NAME    name of a second SuperAdmin: accounts are confirmed by two people
  --second-email ADDRESS  the address that this person signs in with; a link lets them choose a password
  --generate-password   make a password and show it once
  --state DIR           where this machine's secrets are kept     (.state/eu)
  --again UUID          go on with the company of an interrupted run
  --json                the answer as JSON, and no questions
  --help                this text

What is not given is asked for. Secrets are never given here, where others could read them: the operator's
secret comes from the variable OPERATOR_SECRET or is asked for, a password of your own from FIRST_PASSWORD.
`

/** Read the command line; null asks for help. Throws with a sentence for the person when it cannot be meant. */
export function readFirstCompanyOptions(args: string[]): FirstCompanyOptions | null {
  const { values } = parseArgs({
    args,
    options: {
      url: { type: 'string', default: 'http://localhost:8787' },
      company: { type: 'string' },
      name: { type: 'string' },
      email: { type: 'string' },
      username: { type: 'string' },
      'second-name': { type: 'string' },
      'second-email': { type: 'string' },
      'generate-password': { type: 'boolean', default: false },
      state: { type: 'string', default: '.state/eu' },
      again: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return null
  const url = URL.parse(values.url)
  if (!url)
    throw new Error(`--url wants an address like https://eu.bapp.example, not "${values.url}".`)
  if (url.protocol !== 'https:' && !isThisMachine(url)) {
    throw new Error("The operator's secret is sent over https only, or on this machine.")
  }
  const { company, name, email, username, state, again, json } = values
  const generate = values['generate-password']
  if (json && !(company && name && email)) {
    throw new Error('With --json nothing is asked: give --company, --name and --email.')
  }
  const second = readSecond(values['second-name'], values['second-email'])
  return { url: url.origin, company, name, email, username, second, generate, state, again, json }
}

function readSecond(name: string | undefined, email: string | undefined) {
  if (name && email) return { name, email }
  if (name || email) throw new Error('Give both --second-name and --second-email, or neither.')
  return undefined
}

export function isThisMachine(url: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
}
