// `npm run bootstrap`: the provider's company and its first SuperAdmin on a deployment that has none (decisions R17).
import { randomBytes, randomUUID } from 'node:crypto'
import type { Call, CallData } from '../domain/call.ts'
import { aboutCalls } from '../domain/calls/about.ts'
import { operatorCalls } from '../domain/calls/operator.ts'
import { sessionCalls } from '../domain/calls/session.ts'
import { Fault, isUnanswered } from '../domain/fault.ts'
import type { Region } from '../domain/regions.ts'
import { readReply } from '../domain/reply.ts'
import { ask, askHidden } from './ask.ts'
import { CannotStart } from './cannot-start.ts'
import { describeFirstCompany, type NewCompany } from './first-company-body.ts'
import {
  firstCompanyHelp,
  type FirstCompanyOptions,
  readFirstCompanyOptions,
} from './first-company-options.ts'
import { operatorSecret } from './operator-secret.ts'

type Invited = CallData<typeof operatorCalls.createCompany>['invited']

/** A call broke off, so that nobody knows what it did. */
class BrokeOff extends CannotStart {}

process.exit(await main(process.argv.slice(2)))

async function main(args: string[]): Promise<number> {
  try {
    const options = readFirstCompanyOptions(args)
    if (options === null) console.log(firstCompanyHelp)
    else await makeFirstCompany(options)
    return 0
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (args.includes('--json')) console.log(JSON.stringify({ ok: false, error: error.message }))
    else console.error(error.message)
    return 1
  }
}

async function makeFirstCompany(options: FirstCompanyOptions): Promise<void> {
  const { url, json } = options
  const { region } = (await send(url, aboutCalls.health)) as { region: Region }
  const secret = await operatorSecret(options)
  const company = options.company ?? (await ask("Name of the provider's company:"))
  const name = options.name ?? (await ask('Your name, who will be its SuperAdmin:'))
  const email = options.email ?? (await ask('Your e-mail address:'))
  const username = options.username ?? email
  const second = await chooseSecond(options)
  const { password, made } = await choosePassword(options)
  const uuid = options.again ?? randomUUID()
  const body = describeFirstCompany({
    uuid,
    company,
    name,
    email,
    username,
    password,
    region,
    second,
  })
  const kept = made ? [`${username} may have this password, shown only now: ${password}`] : []
  const fail = (error: unknown, lines: string[] = []): never => {
    const known = error instanceof BrokeOff ? kept : []
    throw new CannotStart([(error as Error).message, ...known, ...lines].join('\n'))
  }
  const [invited] = await create(options, secret, body).catch(fail)
  // Give the second person's link even if the sign-in fails: they may be the only way in.
  const also = second ? describeSecond(second, invited) : []
  await proveSignIn(options, username, password).catch((error: unknown) => fail(error, also))
  if (json) {
    const link = invited?.link ?? null
    const rest = { ...(made && { password }), ...(second && { second: { ...second, link } }) }
    console.log(
      JSON.stringify({ ok: true, url, region, company_uuid: uuid, username, email, ...rest }),
    )
    return
  }
  console.log(`\n${company} provides the service at ${url} (region ${region}).`)
  console.log(
    `Sign in as ${username}${made ? ` with this password, shown only now: ${password}` : ''}`,
  )
  for (const line of also) console.log(line)
  if (!second) {
    console.log(
      'No second person: accounts that you make cannot be confirmed, so nobody signs results.',
    )
    console.log(
      `To add one: --again ${uuid} with the same answers, --second-name and --second-email.`,
    )
  }
  if (made) console.log('Change it after the first sign-in, under your profile.')
  console.log('Then switch on two-step verification for this account.')
}

/** Say how the second person gets a password, which only they know. */
function describeSecond(
  { name, email }: { name: string; email: string },
  invited: Invited[number] | undefined,
): string[] {
  const both = 'Each of you confirms the accounts that the other one makes.'
  if (!invited) return [`${name} (${email}) has chosen a password before.`, both]
  if (invited.link === null) {
    return [`${name} has a mail at ${email} with a link to choose a password.`, both]
  }
  return [
    `${name} chooses a password by this link, and signs in as ${email}:`,
    `  ${invited.link}`,
    'Hand it over without opening it: it is good once, for 72 hours. If they find it used, somebody else',
    'has their account: make it inactive at once.',
    both,
  ]
}

/** Ask for the second SuperAdmin, where somebody is there to be asked. */
async function chooseSecond(options: FirstCompanyOptions) {
  if (options.second) return options.second
  if (options.json || options.name) return undefined
  const name = await ask(
    'Name of a second SuperAdmin, who confirms accounts with you (empty: none):',
  )
  if (name === '') return undefined
  return { name, email: await ask('Their e-mail address:') }
}

async function choosePassword(
  options: FirstCompanyOptions,
): Promise<{ password: string; made: boolean }> {
  const given = process.env['FIRST_PASSWORD']
  if (given && !options.generate) return { password: given, made: false }
  if (options.generate || options.json) return { password: generatePassword(), made: true }
  const password = await askHidden('A password for it (not shown; empty makes one):')
  if (password === '') return { password: generatePassword(), made: true }
  if ((await askHidden('The same once more:')) === password) return { password, made: false }
  throw new CannotStart('The two passwords differ. Nothing was made.')
}

/** Generate a password of 120 random bits, with one of each kind of character that the rule requires. */
function generatePassword(): string {
  return `${randomBytes(15).toString('base64url')}-Aa1!`
}

async function create(
  { url }: FirstCompanyOptions,
  secret: string,
  body: NewCompany,
): Promise<Invited> {
  try {
    const sent = { body, authorization: `Operator ${secret}` }
    const reply = await send(url, operatorCalls.createCompany, sent)
    return (reply as CallData<typeof operatorCalls.createCompany>).invited
  } catch (error) {
    if (!(error instanceof Fault) || error.code === 'internal' || isUnanswered(error)) {
      throw new BrokeOff(
        `${(error as Error).message}\nIt may be half made. Go on with the same answers and: --again ${body.company.uuid}`,
      )
    }
    throw new CannotStart(explain(error, url))
  }
}

function explain(error: Fault, url: string): string {
  if (error.first.reason === 'provider_taken') {
    const known = String(error.first.params?.['company'])
    return `${url} has its provider's company already. Nothing was made.\nFurther companies and people are made in the app, by a SuperAdmin.\nIf making it broke off: the same answers and --again ${known}`
  }
  if (error.code === 'not_found') {
    return `${url} does not take this operator's secret, or has none: docs/deploy.md, "Secrets".`
  }
  const details = error.details.map(({ field, message }) => `  ${field ?? ''} ${message}`)
  return `${url} refused it:\n${details.join('\n')}`
}

/** Sign in and out once: what was made works. */
async function proveSignIn(
  { url, again }: FirstCompanyOptions,
  username: string,
  password: string,
): Promise<void> {
  try {
    await send(url, sessionCalls.login, { body: { username, password } })
  } catch (error) {
    const failed = `The company was made, but signing in as ${username} failed: ${(error as Error).message}`
    if (!(error instanceof Fault) || error.code !== 'wrong_credentials') throw new BrokeOff(failed)
    // Explain a wrong password after a run that goes on, which changes none that the one before has set.
    const hint =
      'The run before this one has set another password. If nobody knows it, give a second person: they send a link for a new one.'
    throw new CannotStart(again ? `${failed}\n${hint}` : failed)
  }
}

async function send(
  url: string,
  row: Call,
  { body, authorization }: { body?: unknown; authorization?: string } = {},
): Promise<unknown> {
  let response: Response
  try {
    response = await fetch(`${url}/v3${row.path}`, {
      method: row.method,
      headers: {
        'X-Requested-With': 'XMLHttpRequest',
        ...(authorization ? { Authorization: authorization } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // Refuse redirects: the operator's secret and the password go to this address only.
      redirect: 'error',
      signal: AbortSignal.timeout(60_000),
    })
  } catch {
    throw new CannotStart(`${url} does not answer.`)
  }
  return readReply(await response.json())
}
