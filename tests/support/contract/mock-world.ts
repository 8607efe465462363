import { type Mock, startMock } from '../../../scripts/mock/start-mock.ts';
import { freePort } from '../../../server/test-service/free-port.ts';

export const startTestMock = async (): Promise<Mock> => startMock({ port: await freePort() });
