const [MAJOR, MINOR] = [24, 18];

/** Explains what is wrong with the Node.js version in use; undefined if nothing is. */
export function wrongNode(): string | undefined {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isOld = major < MAJOR || (major === MAJOR && minor < MINOR);
  return isOld ? `Sigill requires Node ${MAJOR}.${MINOR} or later. This is Node ${process.versions.node}.` : undefined;
}
