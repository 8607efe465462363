const { join } = require('node:path');
const { getDefaultConfig } = require('expo/metro-config');

const sdk = join(__dirname, '..', '..');
const SOURCES = {
  '@sigill/reader': join(sdk, 'reader', 'src', 'index.ts'),
  '@sigill/reader/mrz-camera': join(sdk, 'reader', 'src', 'mrz-camera', 'index.ts'),
  '@sigill/react-native': join(sdk, 'react-native', 'src', 'index.ts'),
};
const config = getDefaultConfig(__dirname);

// The app takes both packages from their sources, and what those import from its own tree: Metro does not see the rest of the repository,
// which has another React.
config.watchFolders = [join(sdk, 'reader', 'src'), join(sdk, 'react-native', 'src')];
config.resolver.nodeModulesPaths = [join(__dirname, 'node_modules')];
config.resolver.resolveRequest = (context, name, platform) =>
  SOURCES[name] ? { type: 'sourceFile', filePath: SOURCES[name] } : context.resolveRequest(context, name, platform);

module.exports = config;
