/**
 * `Answer` where the properties of these `Names` may be bytes: the contract has them in base64, and the bytes are encoded when the
 * answer is written. They are empty then.
 */
export type WithBytes<Answer, Names extends PropertyKey> = Answer extends object
  ? { [Name in keyof Answer]: Name extends Names ? Answer[Name] | Buffer : Answer[Name] }
  : Answer;
