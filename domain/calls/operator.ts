import * as v from 'valibot'
import { post } from '../call.ts'
import { Company } from '../entities/company.ts'
import { Device } from '../entities/device.ts'
import { Swarm } from '../entities/swarm.ts'
import { User } from '../entities/user.ts'
import { Uuid } from '../fields.ts'

/**
 * Calls of the deployment's operator (decisions R17): the first company and its people, never by an
 * open route. They exist only where the configuration holds an operator's token.
 */
export const operatorCalls = {
  createCompany: post('/operator/company', {
    needs: null,
    caller: 'operator',
    body: v.strictObject({
      company: v.omit(Company, ['created_at', 'updated_at', 'underlings', 'logo']),
      swarms: v.array(v.omit(Swarm, ['created_at', 'updated_at', 'company_uuid'])),
      users: v.array(
        v.strictObject({
          ...v.omit(User, ['created_at', 'updated_at', 'profile_uuid']).entries,
          profile: v.picklist(['SuperAdmin', 'Administrator', 'Manager', 'Operator']),
          /** Absent: they choose their own by a link, which nobody else needs to know. */
          password: v.optional(v.string()),
        }),
      ),
    }),
    data: v.strictObject({
      created: v.boolean(),
      /** People who choose their own password, with the link to hand over; null where it was sent by mail. */
      invited: v.array(v.strictObject({ user: Uuid, link: v.nullable(v.string()) })),
    }),
    timeout: 60_000,
  }),
  /** Registers a device with a company; the key is shown this once. */
  createDevice: post('/operator/device', {
    needs: null,
    caller: 'operator',
    body: v.strictObject({
      company_uuid: Uuid,
      device: v.pick(Device, [
        'uuid',
        'hostname',
        'serial_no',
        'name',
        'deviceType',
        'model',
        'bkernel_version',
        'cartridge_type',
        'wavelengths',
        'swarms',
      ]),
    }),
    data: v.strictObject({ key: v.string() }),
  }),
  /** Says that a company's domain was proven in another way than by DNS. */
  proveDomain: post('/operator/identity_provider', {
    needs: null,
    caller: 'operator',
    body: v.strictObject({ company_uuid: Uuid, domain: v.pipe(v.string(), v.maxLength(253)) }),
    data: v.strictObject({}),
  }),
  /** Puts records of methods (recipes, protocols, applications) and versions of device software into a company. */
  putRecords: post('/operator/records', {
    needs: null,
    caller: 'operator',
    body: v.strictObject({
      company_uuid: Uuid,
      records: v.array(
        v.strictObject({
          kind: v.picklist([
            'process_recipe',
            'evaluation_recipe',
            'recipe',
            'global_recipe',
            'publication',
            'publication_request',
            'application',
            'protocol',
            'bkernel',
            'bkit',
            'instrument',
            'instrument_type',
            'recall_notice',
          ]),
          uuid: Uuid,
          body: v.looseObject({}),
        }),
      ),
    }),
    data: v.strictObject({ created: v.number() }),
  }),
}
