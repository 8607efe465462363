/**
 * `Answer`, except that the properties in `Names` may be bytes: the contract has them in base64, and they are encoded when the
 * response is written. They are empty after that.
 */
export type WithBytes<Answer, Names extends PropertyKey> = Answer extends object
  ? { [Name in keyof Answer]: Name extends Names ? Answer[Name] | Buffer : Answer[Name] }
  : Answer;
