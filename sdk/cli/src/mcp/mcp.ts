/** `sigill mcp`: offers the service to assistants through the Model Context Protocol over standard input and output. */

import { settingsOf } from '../caller-settings.ts';
import { type Command, readOptions } from '../command.ts';
import { connect } from '../service.ts';
import { createPeer } from './peer.ts';
import { createTools } from './tools.ts';

const usage = `Offers the service to an assistant through the Model Context Protocol on standard input and output.

  sigill mcp [--identity-data] [--env FILE] [--base-url URL]

  --identity-data  lets the assistant read names, dates and numbers of real people. Without it, sessions are shown without
                   them. The data of specimen sessions is always shown, and images never.

Its tools are API calls with the descriptions and schemas of the contract; trigger, which brings a specimen session
to an end; and search_docs and read_doc for the guides and the reference. Configure your assistant to start it:

  { "mcpServers": { "sigill": { "command": "npx", "args": ["-y", "@sigill/cli", "mcp"], "env": { "SIGILL_PUBLIC_KEY": "…", "SIGILL_SECRET": "…" } } } }`;

export const mcp: Command = {
  summary: 'offer the service to an assistant (Model Context Protocol)',
  usage,
  async run(args, terminal) {
    const { values } = readOptions(args, { 'identity-data': { type: 'boolean' } });
    const settings = settingsOf(terminal, values);
    const tools = createTools({
      service: connect(settings),
      baseUrl: settings.baseUrl,
      stop: terminal.stop,
      showsIdentity: values['identity-data'] ?? false,
    });
    await createPeer(tools, terminal).serve(process.stdin);
    return 0;
  },
};
