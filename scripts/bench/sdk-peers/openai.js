import OpenAI from 'openai';

export function connect(port) {
  const openai = new OpenAI({ apiKey: 'sk-1', baseURL: `http://127.0.0.1:${port}/v1` });
  return [
    () => openai.vectorStores.create({ name: 'order-1042' }),
    () => openai.vectorStores.retrieve('vs_1'),
    () => openai.models.retrieve('m'),
  ];
}
