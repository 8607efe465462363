/** How this service is started to be measured: as an operator starts it, in production mode. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { memoryEnvironment, nodeArguments } from '../artefact/process.ts';
import { root } from './paths.ts';
import { type ServerProcess, startServer } from './server-process.ts';

export interface ServiceData {
  data_dir: string;
  /** 32 bytes in base64. */
  server_key: string;
  /** Folder of the trust anchors. */
  master_lists_dir: string;
  /** PostgreSQL instead of the SQLite database in `data_dir`. */
  database_url?: string | undefined;
}

/** Nobody who measures comes near a limit of a thousand times the usual, and every call is counted as always. */
export const RATE_LIMITS = '1000';

/** The settings of a service in production, for mail that nobody receives. */
export const environmentOf = ({ data_dir, server_key, master_lists_dir, database_url }: ServiceData) => ({
  NODE_ENV: 'production',
  DATA_DIR: data_dir,
  SERVER_KEY: server_key,
  MASTER_LISTS_DIR: master_lists_dir,
  ...(database_url && { DATABASE_URL: database_url }),
  PUBLIC_URL: 'http://localhost',
  SMTP_URL: 'smtp://127.0.0.1:1',
  DRAIN_SECONDS: '0',
  RATE_LIMITS,
});

const ARTEFACT = join(root, 'dist/server.mjs');
const isBuilt = existsSync(ARTEFACT);

/** Starts the built artefact where there is one, else the sources. */
export const startService = (data: ServiceData, port: number): Promise<ServerProcess> =>
  startServer({
    script: isBuilt ? ARTEFACT : join(root, 'server/main.ts'),
    node_arguments: nodeArguments,
    environment: { ...memoryEnvironment, ...environmentOf(data) },
    port,
    ready_path: '/healthz',
  });

/** What is measured, for the head of a report. */
export const serviceKind = (): string => (isBuilt ? 'built (dist)' : 'from source');
