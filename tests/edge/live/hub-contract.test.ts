import { connectLive } from './connect-live.ts'
import { describeLiveBus } from './live-contract.ts'

const company = crypto.randomUUID()
describeLiveBus('embedded hub', (rules, options) => connectLive(company, rules, options))
