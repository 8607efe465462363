const [MAJOR, MINOR] = [24, 18];

export function wrongNode(): string | undefined {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isOld = major < MAJOR || (major === MAJOR && minor < MINOR);
  return isOld ? `Sigill requires Node ${MAJOR}.${MINOR} or later. This is Node ${process.versions.node}.` : undefined;
}
