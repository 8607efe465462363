/** The contract, for bundlers that read YAML. */
declare const contract: object;
export default contract;
