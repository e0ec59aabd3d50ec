/**
 * The one place that names the bus's client (design: `nats.ws` may be replaced by its authors' successor).
 * Only what is used is passed on.
 */
export { connect as wsconnect, jwtAuthenticator, type NatsConnection, nkeys } from 'nats.ws'
