// Makes a server follow another contract: loads the module that OPERATIONS names instead of the generated one.
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const url = pathToFileURL(process.env.OPERATIONS).href;

registerHooks({
  resolve(specifier, context, next) {
    const isWanted = specifier.endsWith('/generated/operations.gen.ts');
    return isWanted ? { url, format: 'module-typescript', shortCircuit: true } : next(specifier, context);
  },
});
