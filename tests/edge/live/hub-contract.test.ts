import { connectLive } from './connect-live.ts'
import { describeLiveBus } from '../../contract/live/describe-live-bus.ts'

const company = crypto.randomUUID()
describeLiveBus('embedded hub', (rules, options) => connectLive(company, rules, options))
