package sigill

// Version of this module. A test compares it with that of @sigill/sdk, which is generated from the same contract.
const Version = "0.1.0"
