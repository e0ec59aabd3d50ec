/** Types of the FHIR validator that the tests use; it comes without any. */
declare module '@asymmetrik/fhir-json-schema-validator' {
  export default class JSONSchemaValidator {
    /** Return the faults of a resource; none of one that fits. */
    validate(resource: unknown, verbose?: boolean): unknown[]
  }
}
