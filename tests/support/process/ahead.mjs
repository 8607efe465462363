// Preloaded with --import: the clock of this process is ahead of the others by CLOCK_AHEAD_MS.
const ahead = Number(process.env.CLOCK_AHEAD_MS);
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...values) {
    super(...(values.length === 0 ? [RealDate.now() + ahead] : values));
  }
  static now() {
    return RealDate.now() + ahead;
  }
};
