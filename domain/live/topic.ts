import type { Permission } from '../permissions.ts'

/** Topics of the live socket (spec §7 "Live socket"), and one of our own. */
export const topics = [
  'bcube-status',
  'bcube-events',
  'analysis',
  'bgate-events',
  'ble-events',
  /** Progress and notices of a run between two readings. */
  'run',
] as const
export type Topic = (typeof topics)[number]

/**
 * Permissions needed to receive a topic: tokens are made from this table, and the service relays each message of a device by
 * it (edge/live/relay.ts). Messages of a run are received in the swarm of the run only.
 */
export const topicNeeds: Readonly<Record<Topic, readonly Permission[]>> = {
  'bcube-status': ['products.search'],
  'bcube-events': ['products.search'],
  // Act as if a bGATE did not exist for people without its permission (PERM-005).
  'bgate-events': ['products.search', 'cfx96.use'],
  // Show events of gateways too (decisions D48).
  'ble-events': ['products.search', 'cfx96.use'],
  analysis: ['analysis.search'],
  run: ['analysis.search'],
}

/** Topics that are heard in one swarm, not in the whole company (decisions R15). */
export const swarmTopics = ['analysis', 'run'] as const satisfies readonly Topic[]
export type SwarmTopic = (typeof swarmTopics)[number]

function isSwarmTopic(topic: Topic): topic is SwarmTopic {
  return (swarmTopics as readonly Topic[]).includes(topic)
}

/** Return the topics that a person with these permissions hears in the whole company. */
function heardTopics(held: readonly string[]): Topic[] {
  return (Object.keys(topicNeeds) as Topic[]).filter(
    (topic) => !isSwarmTopic(topic) && topicNeeds[topic].every((name) => held.includes(name)),
  )
}

/** Return the subject of a topic. It starts with the company, so that a token's subjects cannot reach another one's. */
export function topicSubject(company: string, topic: Topic, device: string): string {
  return `t.${company}.${topic}.${device}`
}

/** A longer list of devices is heard by a wildcard: a connection may hold some thousand subscriptions. */
const mostSubjects = 1000

/**
 * Return the subjects on which the events of a topic from these devices are heard, in the company and in the swarms
 * that the token hears: one for each device, of runs one for each device and swarm. The listener leaves out other
 * devices, because a list that is too long becomes one of the company or swarm.
 */
export function heardSubjects(
  topic: Topic,
  devices: readonly string[],
  { company, swarms }: { company: string; swarms: readonly string[] },
): string[] {
  if (devices.length === 0) return []
  const inSwarms = isSwarmTopic(topic)
  const each = inSwarms ? swarms.length : 1
  const heard = devices.length * each > mostSubjects ? ['*'] : devices
  if (!inSwarms) return heard.map((device) => topicSubject(company, topic, device))
  const subjectOf = topic === 'run' ? runSubject : analysisSubject
  return swarms.flatMap((swarm) => heard.map((device) => subjectOf(company, swarm, device)))
}

/** Return the subject of a run's readings, received in its swarm only (decisions R15); `*` is any device. */
export function analysisSubject(company: string, swarm: string, device: string): string {
  return `t.${company}.analysis.${swarm}.${device}`
}

/** Return the subject of a run's progress and notices: received by everybody who receives its readings. */
export function runSubject(company: string, swarm: string, device: string): string {
  return `${analysisSubject(company, swarm, device)}.run`
}

/**
 * Return the subject on which a device publishes to the service alone. The service decides who receives how much of it
 * (edge/live/relay.ts); no message of a device reaches a page unchanged.
 */
export function toldSubject(company: string, device: string): string {
  return `t.${company}.told.${device}`
}

/**
 * Return the subject on which a device sends a fresh token of its own, so that its connection outlives the first one. The
 * embedded hub answers `renewed` or `refused`; on a NATS server nobody answers, and the device connects again.
 */
export function renewSubject(company: string, device: string): string {
  return `t.${company}.renew.${device}`
}

/** Return the topic and the device of a message, by its subject alone; null for a subject without events. */
export function readSubject(subject: string): { topic: Topic; device: string } | null {
  const [, , name = '', ...rest] = subject.split('.')
  const topic = topics.find((one) => one === name)
  const [first = '', second = '', tail] = rest
  if (topic === undefined || topic === 'run') return null
  if (topic !== 'analysis') return rest.length === 1 ? { topic, device: first } : null
  if (second === '' || rest.length > 3) return null
  if (tail === undefined) return { topic, device: second }
  return tail === 'run' ? { topic: 'run', device: second } : null
}

/**
 * Return the subject of hints, one per committed change: "pull again" with the newest `seq`; never the change itself.
 */
export function syncSubject(company: string): string {
  return `t.${company}.sync`
}

export function commandSubject(company: string, device: string): string {
  return `t.${company}.command.${device}`
}

/** Return the private prefix for replies, so that nobody reads another's. */
export function inboxPrefix(uuid: string): string {
  return `_INBOX_${uuid.replaceAll('-', '')}`
}

/**
 * Return the subject on which a person's pages hear that a message has reached them, or was read on another page: inside
 * the private prefix of their token.
 */
export function receivedSubject(inbox: string): string {
  return `${inbox}.received`
}

export interface SubjectRights {
  pub: string[]
  sub: string[]
  /**
   * May answer each request once, on the reply subject that its sender chose. In no person's rights: a sender who picks the
   * reply subject would lend a listener the right to publish there.
   */
  replies: boolean
}

/** More would not fit into the line that a connection begins with; pulls bring the rest. */
export const heardSwarms = 250

/**
 * Return the rights of a person, who listens to the hints, to the topics that their permissions open (`topicNeeds`),
 * and to the runs of swarms whose analyses they see. They publish nothing: commands are edge calls.
 */
export function accountRights(
  company: string,
  user: string,
  { swarms, permissions }: { swarms: readonly string[]; permissions: readonly string[] },
): SubjectRights {
  return {
    pub: [],
    replies: false,
    sub: [
      ...heardTopics(permissions).map((topic) => topicSubject(company, topic, '*')),
      // Share one entry between readings and progress, since a token has little room.
      ...swarms.slice(0, heardSwarms).map((swarm) => analysisSubject(company, swarm, '>')),
      syncSubject(company),
      `${inboxPrefix(user)}.>`,
    ],
  }
}

/**
 * Return the rights of a device, which hears its own commands, and whose messages go to the service alone; results go
 * by HTTP.
 * @param direct topics on which devices of an older version speak: only where the hub takes them in too.
 */
export function deviceRights(
  company: string,
  device: string,
  direct: readonly Topic[] = [],
): SubjectRights {
  return {
    pub: [
      toldSubject(company, device),
      renewSubject(company, device),
      ...direct.map((topic) => topicSubject(company, topic, device)),
    ],
    sub: [commandSubject(company, device), `${inboxPrefix(device)}.>`],
    replies: true,
  }
}

/** On these devices of version 2.4 and older speak; the embedded hub hands them on as it does the others. */
export const olderDeviceTopics = ['bcube-status', 'bcube-events', 'bgate-events'] as const

/** Return the name in a person's live tokens. */
export function liveName(user: string): string {
  return `user:${user}`
}
